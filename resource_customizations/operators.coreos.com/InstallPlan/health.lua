-- uses: map, text, is_stale
-- vitals:profiles combined
-- A plan of OLM to install operators. Its phase decides; one that needs approval waits for it.

local states = {
  Complete = "Healthy", Planning = "Progressing", Installing = "Progressing",
  RequiresApproval = "Suspended", Failed = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for InstallPlan" }
end

local message = "InstallPlan is " .. phase
local details = text(status.message, "")
if details ~= "" then
  message = message .. ": " .. details
end
return { status = states[phase] or "Progressing", message = message }
