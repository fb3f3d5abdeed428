-- vitals:profiles combined
-- A model that the NIM operator keeps on a volume. Its state decides.

local states = {
  Ready = "Healthy", NotReady = "Progressing", Pending = "Progressing", Started = "Progressing",
  InProgress = "Progressing", ["PVC-Created"] = "Progressing", Failed = "Degraded",
}

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

local state = text(status.state, "")

if is_stale(status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for NIMCache" }
end

local message = "NIMCache is " .. state
local failed = condition("NIM_CACHE_RECONCILE_FAILED")
if failed.status ~= "True" then
  failed = condition("NIM_CACHE_JOB_COMPLETED")
end
local cause = explain(failed, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
