-- uses: phases
-- vitals:profiles combined
-- A backup of TiDB. Its phase decides.

return (phases(obj, {
  Healthy = { "Complete" },
  Progressing = { "Scheduled", "Prepare", "Running", "RetryFailed" },
  Suspended = { "Stopped", "Paused" },
  Degraded = { "VolumeBackupInitializeFailed", "Invalid", "Failed", "CleanFailed" },
}))
