-- uses: map, text, is_stale
-- vitals:profiles combined
-- An installation of Eclipse Che. Its phase decides.

local states = {
  Active = "Healthy", RollingUpdate = "Progressing", PendingDeletion = "Progressing",
  Inactive = "Degraded",
}

local status = map(obj.status)

local che_phase = text(status.chePhase, "")

if is_stale(obj, status.observedGeneration) or che_phase == "" then
  return { status = "Progressing", message = "Waiting for Che" }
end

local message = "Che is " .. che_phase
local cause = text(status.message, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[che_phase] or "Progressing", message = message }
