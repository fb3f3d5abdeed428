-- uses: map, text, is_stale
-- vitals:profiles combined
-- A repository of Velero for the data of volumes. Its phase decides.

local states = {
  New = "Progressing", Ready = "Healthy", NotReady = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for BackupRepository" }
end

local message = "BackupRepository is " .. phase
local details = text(status.message, "")
if details ~= "" then
  message = message .. ": " .. details
end
return { status = states[phase] or "Progressing", message = message }
