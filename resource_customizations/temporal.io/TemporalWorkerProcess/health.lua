-- uses: conditions
-- vitals:profiles combined
-- A worker of Temporal. ReconcileError and Ready decide.

return (conditions(obj, {
  { "ReconcileError", True = "Degraded" },
  { "Ready", True = "Healthy", False = "Progressing" },
}))
