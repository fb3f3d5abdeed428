-- uses: conditions
-- vitals:profiles combined
-- A cluster that a hub manages. Whether it is accepted, joined and available decides.

return (conditions(obj, {
  { "HubDeniedManagedCluster", True = "Degraded" },
  { "Deleting", True = "Progressing" },
  { "ManagedClusterConditionAvailable", False = "Degraded", Unknown = "Degraded" },
  { "ManagedClusterConditionClockSynced", False = "Degraded" },
  { "ManagedClusterConditionAvailable", True = "Healthy" },
  { "HubAcceptedManagedCluster", False = "Progressing" },
}))
