-- uses: conditions
-- vitals:profiles combined
-- An application of Open Liberty. Reconciled, ResourcesReady and Ready decide.

return (conditions(obj, {
  { "Reconciled", False = "Degraded" },
  { "ResourcesReady", False = "Progressing" },
  { "Ready", True = "Healthy", False = "Progressing" },
}))
