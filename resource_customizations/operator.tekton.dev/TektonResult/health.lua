-- uses: conditions
-- vitals:profiles combined
-- Tekton Results, by the operator. Ready decides; what failed before or after the
-- installation, or is still to come, is in the other conditions.

return (conditions(obj, {
  { "Ready", True = "Healthy" },
  { "PreReconciler", False = "Degraded" },
  { "PostReconciler", False = "Degraded" },
  { "DependenciesInstalled", False = "Progressing" },
  { "InstallerSetReady", False = "Progressing" },
  { "Ready", False = "Progressing" },
}))
