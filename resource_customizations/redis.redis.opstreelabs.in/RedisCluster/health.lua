-- uses: phases
-- vitals:profiles combined
-- A cluster of Redis. Its state decides.

return (phases(obj, {
  field = "state",
  message = { "reason" },
  Healthy = { "Ready" },
  Progressing = { "Initializing", "Bootstrap" },
  Degraded = { "Failed" },
}))
