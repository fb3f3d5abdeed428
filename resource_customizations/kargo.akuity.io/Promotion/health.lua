-- uses: phases
-- vitals:profiles combined
-- A promotion of Kargo. Its phase decides.

return (phases(obj, {
  message = { "message" },
  Healthy = { "Succeeded" },
  Progressing = { "Pending", "Running" },
  Degraded = { "Failed", "Errored", "Aborted" },
}))
