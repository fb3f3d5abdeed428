-- uses: conditions
-- vitals:profiles combined
-- A task on all datacenters of a cluster of K8ssandra. Failed, Complete and Running decide.

return (conditions(obj, {
  { "Invalid", True = "Degraded" },
  { "Failed", True = "Degraded" },
  { "Complete", True = "Healthy" },
  { "Running", True = "Progressing" },
}))
