-- uses: phases
-- vitals:profiles combined
-- An Aerospike cluster. Its phase decides.

return (phases(obj, {
  Healthy = { "Completed" },
  Progressing = { "InProgress" },
  Degraded = { "Error" },
}))
