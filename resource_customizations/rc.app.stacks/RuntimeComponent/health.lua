-- uses: conditions
-- vitals:profiles combined
-- An application of the Runtime Component Operator. Reconciled, ResourcesReady and Ready decide.

return (conditions(obj, {
  { "Reconciled", False = "Degraded" },
  { "ResourcesReady", False = "Progressing" },
  { "Ready", True = "Healthy", False = "Progressing" },
}))
