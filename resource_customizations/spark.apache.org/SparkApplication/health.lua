-- uses: map, text, is_stale
-- vitals:profiles combined
-- An application of Spark, by the operator of Apache Spark. Its current state decides; once its
-- resources are released, the last result in the history.

-- All other states are steps on the way.
local states = {
  RunningHealthy = "Healthy", RunningWithPartialCapacity = "Healthy", Succeeded = "Healthy",
  RunningWithBelowThresholdExecutors = "Degraded", DriverEvicted = "Degraded",
  DriverReadyTimedOut = "Degraded", DriverStartTimedOut = "Degraded",
  ExecutorsStartTimedOut = "Degraded", Failed = "Degraded", SchedulingFailure = "Degraded",
  Suspended = "Suspended",
}

-- The application has ended, and what became of it is in the history.
local ended = { ResourceReleased = true, TerminatedWithoutReleaseResources = true }

local status = map(obj.status)

-- The last state in the history that says how the application has ended. Its names are numbers.
local function outcome()
  local last, found = -1, {}
  for number, entry in pairs(map(status.stateTransitionHistory)) do
    local known = states[text(map(entry).currentStateSummary, "")]
    local at = tonumber(number) or 0
    if known and at > last then
      last, found = at, entry
    end
  end
  return found
end

local current = map(status.currentState)
local state = text(current.currentStateSummary, "")
if map(obj.spec).suspend == true then
  return { status = "Suspended", message = "SparkApplication is suspended" }
end
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for SparkApplication" }
end
if ended[state] then
  current = outcome()
  state = text(current.currentStateSummary, "Succeeded")
end
local message = "SparkApplication is " .. state
local cause = text(current.message, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
