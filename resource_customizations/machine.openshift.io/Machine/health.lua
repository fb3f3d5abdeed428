-- uses: map, text, is_stale
-- vitals:profiles combined
-- A machine of OpenShift. Its phase decides.

local states = {
  Running = "Healthy", Provisioning = "Progressing", Provisioned = "Progressing", Deleting =
  "Progressing", Failed = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for Machine" }
end

local message = "Machine is " .. phase
local cause = text(status.errorMessage, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
