-- vitals:profiles combined
-- An instance manager of Longhorn. Its state decides.

local states = {
  running = "Healthy", stopped = "Healthy", starting = "Progressing", error = "Degraded",
  unknown = "Unknown",
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

local currentState = text(status.currentState, "")
if is_stale(status.observedGeneration) or currentState == "" then
  return { status = "Progressing", message = "Waiting for InstanceManager" }
end
return {
  status = states[currentState] or "Progressing",
  message = "InstanceManager is " .. currentState,
}
