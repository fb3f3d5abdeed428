-- uses: conditions
-- vitals:profiles combined
-- What KubeFleet places on clusters. Each step must be True.

return (conditions(obj, {
  { "ClusterResourcePlacementScheduled", False = "Degraded" },
  { "ClusterResourcePlacementOverridden", False = "Degraded" },
  { "ClusterResourcePlacementWorkSynchronized", False = "Degraded" },
  { "ClusterResourcePlacementApplied", False = "Degraded" },
  { "ClusterResourcePlacementAvailable", False = "Progressing" },
  { "ClusterResourcePlacementRolloutStarted", False = "Progressing" },
  { "ClusterResourcePlacementAvailable", True = "Healthy", Unknown = "Progressing" },
  { "ClusterResourcePlacementDiffReported", False = "Degraded", True = "Healthy" },
}))
