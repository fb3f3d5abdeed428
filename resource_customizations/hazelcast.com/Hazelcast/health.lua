-- uses: phases
-- vitals:profiles combined
-- A Hazelcast cluster. Its phase decides.

return (phases(obj, {
  message = { "message" },
  Healthy = { "Running" },
  Progressing = { "Pending", "Terminating" },
  Degraded = { "Failed" },
}))
