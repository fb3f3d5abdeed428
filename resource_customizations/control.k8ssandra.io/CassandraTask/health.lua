-- uses: conditions
-- vitals:profiles combined
-- A task on a datacenter of Cassandra. Failed, Complete and Running decide.

return (conditions(obj, {
  { "Failed", True = "Degraded" },
  { "Complete", True = "Healthy" },
  { "Running", True = "Progressing" },
}))
