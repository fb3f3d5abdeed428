-- uses: phases
-- vitals:profiles combined
-- A PostgreSQL cluster of Percona. Its state decides.

return (phases(obj, {
  field = "state",
  Healthy = { "ready" },
  Progressing = { "initializing", "stopping" },
  Suspended = { "paused" },
  Degraded = { "error" },
}))
