-- uses: phases
-- vitals:profiles combined
-- A backup of a MySQL cluster of Percona. Its state decides.

return (phases(obj, {
  field = "state",
  message = { "error" },
  Healthy = { "Succeeded" },
  Progressing = { "New", "Starting", "Running" },
  Degraded = { "Failed", "Error" },
}))
