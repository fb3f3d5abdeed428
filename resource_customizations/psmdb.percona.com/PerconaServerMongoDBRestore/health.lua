-- uses: phases
-- vitals:profiles combined
-- A restore of a MongoDB cluster of Percona. Its state decides.

return (phases(obj, {
  field = "state",
  message = { "error" },
  Healthy = { "ready" },
  Progressing = { "waiting", "requested", "running" },
  Degraded = { "error", "rejected" },
}))
