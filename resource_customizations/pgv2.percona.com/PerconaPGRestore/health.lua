-- uses: phases
-- vitals:profiles combined
-- A restore of a PostgreSQL cluster of Percona. Its state decides.

return (phases(obj, {
  field = "state",
  Healthy = { "Succeeded" },
  Progressing = { "New", "Starting", "Running" },
  Degraded = { "Failed", "Error" },
}))
