-- uses: phases
-- vitals:profiles combined
-- The maintenance of a node. Its phase decides.

return (phases(obj, {
  message = { "lastError" },
  Healthy = { "Succeeded" },
  Progressing = { "Running" },
  Degraded = { "Failed" },
}))
