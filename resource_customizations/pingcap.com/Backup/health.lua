-- uses: map, text, is_stale
-- vitals:profiles combined
-- A backup of TiDB. Its phase decides.

local states = {
  Complete = "Healthy", Scheduled = "Progressing", Prepare = "Progressing",
  Running = "Progressing", RetryFailed = "Progressing", Stopped = "Suspended",
  Paused = "Suspended", VolumeBackupInitializeFailed = "Degraded",
  Invalid = "Degraded", Failed = "Degraded", CleanFailed = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")

if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for Backup" }
end
return { status = states[phase] or "Progressing", message = "Backup is " .. phase }
