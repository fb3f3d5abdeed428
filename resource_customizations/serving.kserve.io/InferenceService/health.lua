-- A model that KServe serves. Ready decides, and the transition of the model, because ModelMesh
-- keeps an old model ready.

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

local stopped = condition("Stopped")
if stopped.status == "True" then
  return { status = "Suspended", message = explain(stopped, "InferenceService is Stopped") }
end

local ready = condition("Ready")
local model = map(status.modelStatus)
local transition = text(model.transitionStatus, "UpToDate")
if is_stale(status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for InferenceService" }
end
if transition == "BlockedByFailedLoad" or transition == "InvalidSpec" then
  local message = explain(map(model.lastFailureInfo), explain(ready, "the model is not loaded"))
  return { status = "Degraded", message = transition .. ": " .. message }
end
if transition ~= "UpToDate" then
  return { status = "Progressing", message = explain(ready, "The model is being loaded") }
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "InferenceService is healthy.") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "InferenceService is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for InferenceService") }
