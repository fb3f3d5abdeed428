-- uses: map, text, is_stale, waits
-- vitals:profiles combined
-- A request to Velero to delete a backup. Its phase decides; errors say what could not be
-- deleted.

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for DeleteBackupRequest", phase)
end
if phase ~= "Processed" then
  return { status = "Progressing", message = "DeleteBackupRequest is " .. phase }
end
local failure = text(map(status.errors)[1], "")
if failure ~= "" then
  return { status = "Degraded", message = failure }
end
return { status = "Healthy", message = "DeleteBackupRequest is processed" }
