-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A restore of the whole of Longhorn. Its state decides; Error says what went wrong.

local states = {
  Completed = "Healthy", Pending = "Progressing", Downloading = "Progressing",
  Initializing = "Progressing", InProgress = "Progressing", Restoring = "Progressing",
  Deleting = "Progressing", Error = "Degraded",
}

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for SystemRestore" }
end

local message = "SystemRestore is " .. state
local cause = explain(condition(obj, "Error"), "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
