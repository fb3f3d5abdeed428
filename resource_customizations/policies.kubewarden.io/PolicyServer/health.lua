-- uses: conditions
-- vitals:profiles combined
-- A server of policies of Kubewarden. What it has created decides.

return (conditions(obj, {
  { "CertSecretReconciled", False = "Degraded" },
  { "CASecretReconciled", False = "Degraded" },
  { "CARootSecretReconciled", False = "Degraded" },
  { "ConfigMapReconciled", False = "Degraded" },
  { "PodDisruptionBudgetReconciled", False = "Degraded" },
  { "ServiceReconciled", False = "Degraded" },
  { "DeploymentReconciled", False = "Degraded", True = "Healthy" },
}))
