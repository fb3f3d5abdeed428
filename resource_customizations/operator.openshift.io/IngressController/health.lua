-- uses: conditions
-- The routers of OpenShift. Degraded, Available and the rollout of their deployment decide.

return (conditions(obj, {
  { "Degraded", True = "Degraded" },
  { "Admitted", False = "Degraded" },
  { "Progressing", True = "Progressing" },
  { "Available", False = "Degraded" },
  { "DeploymentReplicasAllAvailable", False = "Progressing" },
  { "Available", True = "Healthy" },
}))
