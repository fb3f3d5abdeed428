-- uses: phases
-- vitals:profiles combined
-- A Dragonfly database. Its phase decides.

return (phases(obj, {
  Healthy = { "ready", "Ready" },
  Progressing = {
    "resources-created", "resources-updated", "configuring-replication", "rolling-update",
  },
}))
