-- uses: conditions
-- vitals:profiles combined
-- A class of clusters of Cluster API. Whether its variables are read decides.

return (conditions(obj, {
  { "Paused", True = "Suspended" },
  { "VariablesReady", False = "Degraded" },
  { "VariablesReconciled", False = "Degraded" },
  { "VariablesReady", True = "Healthy" },
  { "VariablesReconciled", True = "Healthy" },
}))
