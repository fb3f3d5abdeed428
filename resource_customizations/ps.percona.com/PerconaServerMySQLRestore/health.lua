-- uses: phases
-- vitals:profiles combined
-- A restore of a MySQL server of Percona. Its state decides.

return (phases(obj, {
  field = "state",
  message = { "stateDescription" },
  Healthy = { "Succeeded" },
  Progressing = { "New", "Starting", "Running" },
  Degraded = { "Failed", "Error" },
}))
