-- uses: conditions
-- vitals:profiles combined
-- Every kind of Cartographer: workloads, deliverables, supply chains. Ready decides.

return (conditions(obj, {
  waiting = "Waiting for the object",
  without = {
    ClusterConfigTemplate = true, ClusterDeploymentTemplate = true, ClusterImageTemplate = true,
    ClusterRunTemplate = true, ClusterSourceTemplate = true, ClusterTemplate = true,
  },
  { "Ready", True = "Healthy", False = "Degraded", Unknown = "Progressing" },
}))
