-- uses: map, text, is_stale, waits
-- A schedule of backups of Velero. Its phase says whether it is valid; it can be paused.

local states = {
  New = "Progressing", Enabled = "Healthy", FailedValidation = "Degraded",
}

local status = map(obj.status)

if map(obj.spec).paused == true then
  return { status = "Suspended", message = "Schedule is suspended" }
end
local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for Schedule", phase)
end

local message = "Schedule is " .. phase
local details = text(map(status.validationErrors)[1], "")
if details ~= "" then
  message = message .. ": " .. details
end
return { status = states[phase] or "Progressing", message = message }
