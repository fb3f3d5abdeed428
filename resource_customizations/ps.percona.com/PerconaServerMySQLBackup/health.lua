-- uses: phases
-- vitals:profiles combined
-- A backup of a MySQL server of Percona. Its state decides.

return (phases(obj, {
  field = "state",
  message = { "stateDescription" },
  Healthy = { "Succeeded" },
  Progressing = { "New", "Starting", "Running" },
  Degraded = { "Failed", "Error" },
}))
