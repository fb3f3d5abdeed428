-- uses: map, text, is_stale
-- vitals:profiles combined
-- A restore of one volume of a Pod by Velero. Its phase decides.

local states = {
  New = "Progressing", Accepted = "Progressing", Prepared = "Progressing",
  InProgress = "Progressing", Canceling = "Progressing", Canceled = "Degraded",
  Completed = "Healthy", Failed = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for PodVolumeRestore" }
end

local message = "PodVolumeRestore is " .. phase
local details = text(status.message, "")
if details ~= "" then
  message = message .. ": " .. details
end
return { status = states[phase] or "Progressing", message = message }
