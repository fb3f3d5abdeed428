-- uses: map, text, is_stale
-- vitals:profiles combined
-- A cluster of Spark, by the operator of Apache Spark. Its current state decides.

local states = {
  RunningHealthy = "Healthy", Submitted = "Progressing", ResourceReleased = "Suspended",
  Suspended = "Suspended", Failed = "Degraded", SchedulingFailure = "Degraded",
}

local status = map(obj.status)

local state = text(map(status.currentState).currentStateSummary, "")

if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for SparkCluster" }
end

local message = "SparkCluster is " .. state
local cause = text(map(status.currentState).message, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
