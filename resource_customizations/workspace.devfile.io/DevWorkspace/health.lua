-- uses: map, text, is_stale
-- vitals:profiles combined
-- A development workspace. Its phase decides.

local states = {
  Running = "Healthy", Starting = "Progressing", Stopping = "Progressing", Terminating =
  "Progressing", Stopped = "Suspended", Failing = "Degraded", Failed = "Degraded", Error =
  "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for DevWorkspace" }
end

local message = "DevWorkspace is " .. phase
local cause = text(status.message, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
