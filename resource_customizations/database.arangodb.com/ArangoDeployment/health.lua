-- uses: phases
-- vitals:profiles combined
-- A database of ArangoDB. Its phase decides.

return (phases(obj, {
  message = { "reason" },
  Healthy = { "Running" },
  Degraded = { "Failed" },
}))
