-- uses: phases
-- vitals:profiles combined
-- A backup of the whole of Longhorn. Its state decides; Error says what went wrong.

return (phases(obj, {
  field = "state",
  because = "Error",
  Healthy = { "Ready" },
  Progressing = { "Generating", "CreatingVolumeBackups", "Uploading", "Syncing", "Deleting" },
  Degraded = { "Error" },
}))
