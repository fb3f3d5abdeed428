-- uses: phases
-- vitals:profiles combined
-- A restore of a MySQL cluster of Percona. Its state decides.

return (phases(obj, {
  field = "state",
  message = { "comments" },
  Healthy = { "Succeeded" },
  Progressing = { "New", "Starting", "Running" },
  Degraded = { "Failed", "Error" },
}))
