-- uses: map, text, is_stale
-- vitals:profiles combined
-- A job of Volcano. The phase of its state decides.

local states = {
  Completed = "Healthy", Running = "Healthy", Pending = "Progressing", Restarting = "Progressing",
  Completing = "Progressing", Terminating = "Progressing", Aborting = "Progressing",
  Aborted = "Suspended", Failed = "Degraded", Terminated = "Degraded",
}

local status = map(obj.status)

local phase = text(map(status.state).phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for Job" }
end

local message = "Job is " .. phase
local details = text(map(status.state).message, text(map(status.state).reason, ""))
if details ~= "" then
  message = message .. ": " .. details
end
return { status = states[phase] or "Progressing", message = message }
