-- vitals:profiles combined
-- A savepoint or checkpoint of Flink. Its state decides; error says what went wrong.

local states = {
  COMPLETED = "Healthy", TRIGGER_PENDING = "Progressing", IN_PROGRESS = "Progressing",
  FAILED = "Degraded", ABANDONED = "Degraded",
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

local state = text(status.state, "")
if is_stale(status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for FlinkStateSnapshot" }
end

local message = "FlinkStateSnapshot is " .. state
local cause = text(status.error, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
