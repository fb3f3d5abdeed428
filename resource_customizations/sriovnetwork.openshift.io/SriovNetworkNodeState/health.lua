-- uses: phases
-- vitals:profiles combined
-- The SR-IOV devices of a node. syncStatus decides.

return (phases(obj, {
  field = "syncStatus",
  message = { "lastSyncError" },
  Healthy = { "Succeeded" },
  Progressing = { "InProgress" },
  Degraded = { "Failed" },
}))
