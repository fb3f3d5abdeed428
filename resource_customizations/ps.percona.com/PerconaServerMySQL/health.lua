-- uses: phases
-- vitals:profiles combined
-- A MySQL server of Percona. Its state decides.

return (phases(obj, {
  field = "state",
  message = { { "messages", 1 } },
  Healthy = { "ready" },
  Progressing = { "initializing", "stopping" },
  Suspended = { "paused" },
  Degraded = { "error" },
}))
