-- vitals:profiles combined
-- A cluster of Spark, by the operator of Apache Spark. Its current state decides.

local states = {
  RunningHealthy = "Healthy", Submitted = "Progressing", ResourceReleased = "Suspended",
  Suspended = "Suspended", Failed = "Degraded", SchedulingFailure = "Degraded",
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

local state = text(map(status.currentState).currentStateSummary, "")

if is_stale(status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for SparkCluster" }
end

local message = "SparkCluster is " .. state
local cause = text(map(status.currentState).message, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
