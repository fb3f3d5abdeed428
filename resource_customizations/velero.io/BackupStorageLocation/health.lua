-- uses: map, text, is_stale
-- vitals:profiles combined
-- Where Velero keeps backups. Its phase says whether the location can be reached.

local states = {
  Available = "Healthy", Unavailable = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for BackupStorageLocation" }
end

local message = "BackupStorageLocation is " .. phase
local details = text(status.message, "")
if details ~= "" then
  message = message .. ": " .. details
end
return { status = states[phase] or "Progressing", message = message }
