-- uses: conditions
-- vitals:profiles combined
-- Snapshots on a schedule. Reconciled decides.

return (conditions(obj, {
  paused = "disabled",
  { "Reconciled", True = "Healthy", False = "Degraded" },
}))
