-- uses: map, text, is_stale
-- vitals:profiles combined
-- A snapshot on its way to a backup of Velero. Its phase decides.

local states = {
  New = "Progressing", Accepted = "Progressing", Prepared = "Progressing",
  InProgress = "Progressing", Canceling = "Progressing", Canceled = "Degraded",
  Completed = "Healthy", Failed = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for DataUpload" }
end

local message = "DataUpload is " .. phase
local details = text(status.message, "")
if details ~= "" then
  message = message .. ": " .. details
end
return { status = states[phase] or "Progressing", message = message }
