-- uses: map, text, is_stale
-- vitals:profiles combined
-- A savepoint or checkpoint of Flink. Its state decides; error says what went wrong.

local states = {
  COMPLETED = "Healthy", TRIGGER_PENDING = "Progressing", IN_PROGRESS = "Progressing",
  FAILED = "Degraded", ABANDONED = "Degraded",
}

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for FlinkStateSnapshot" }
end

local message = "FlinkStateSnapshot is " .. state
local cause = text(status.error, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
