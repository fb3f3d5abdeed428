-- uses: conditions
-- vitals:profiles combined
-- A claim to a cluster of a pool of Hive. Whether a cluster is assigned and runs decides.

return (conditions(obj, {
  { "ClusterDeleted", True = "Degraded" },
  { "Pending", True = "Progressing" },
  {
    "ClusterRunning", True = "Healthy", False = { "Progressing", Hibernating = "Suspended",
    ClusterDeleted = "Degraded" },
  },
}))
