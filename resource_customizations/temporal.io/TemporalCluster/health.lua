-- uses: conditions
-- vitals:profiles combined
-- A Temporal cluster. Ready decides.

return (conditions(obj, {
  { "ReconcileError", True = "Degraded" },
  { "Ready", True = "Healthy" },
}))
