-- uses: conditions
-- vitals:profiles combined
-- An installation of the Assisted Installer. ReconcileCompleted and DeploymentsHealthy decide.

return (conditions(obj, {
  { "ReconcileCompleted", False = "Degraded" },
  { "DeploymentsHealthy", False = "Progressing", True = "Healthy" },
  { "ReconcileCompleted", True = "Progressing" },
}))
