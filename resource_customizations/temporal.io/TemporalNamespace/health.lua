-- uses: conditions
-- vitals:profiles combined
-- A namespace of Temporal. ReconcileError and Ready decide; older releases write ReconcileSuccess
-- instead of Ready.

return (conditions(obj, {
  { "ReconcileError", True = "Degraded" },
  { "Ready", True = "Healthy", False = "Progressing" },
  { "ReconcileSuccess", True = "Healthy" },
}))
