-- uses: phases
-- vitals:profiles combined
-- Volume groups of LVM Storage. The state decides.

return (phases(obj, {
  field = "state",
  because = "VolumeGroupsReady",
  Healthy = { "Ready" },
  Progressing = { "Progressing", "Unknown" },
  Degraded = { "Degraded", "Failed" },
}))
