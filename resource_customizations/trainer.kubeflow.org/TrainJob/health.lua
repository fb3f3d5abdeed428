-- vitals:profiles combined
-- A training job of Kubeflow Trainer. Failed, Complete and Suspended decide; without any of
-- them it runs.

local function map(value)
  return type(value) == "table" and value or {}
end

local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

local status = map(obj.status)
local generation = tonumber(map(obj.metadata).generation)

-- Whether what was observed is older than the object.
local function is_stale(observed)
  return generation ~= nil and (tonumber(observed) or generation) < generation
end

-- The condition of a type, or an empty one.
local function condition(name)
  for _, candidate in ipairs(map(status.conditions)) do
    if map(candidate).type == name and not is_stale(candidate.observedGeneration) then
      return candidate
    end
  end
  return {}
end

-- What a condition says: its message, or else its reason.
local function explain(of, otherwise)
  return text(of.message, text(of.reason, otherwise))
end

if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for TrainJob" }
end
local failed = condition("Failed")
if failed.status == "True" then
  return { status = "Degraded", message = explain(failed, "TrainJob has failed") }
end
local done = condition("Complete")
if done.status == "True" then
  return { status = "Healthy", message = explain(done, "TrainJob is complete") }
end
local suspended = condition("Suspended")
if suspended.status == "True" or map(obj.spec).suspend == true then
  return { status = "Suspended", message = explain(suspended, "TrainJob is suspended") }
end
return { status = "Progressing", message = "TrainJob is running" }
