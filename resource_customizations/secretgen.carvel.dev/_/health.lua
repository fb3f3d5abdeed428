-- uses: conditions
-- vitals:profiles combined
-- Secrets that secretgen-controller exports and imports. Their conditions decide, in this order.

return (conditions(obj, {
  waiting = "Waiting for the secret",
  { "Invalid", True = "Degraded" },
  { "ReconcileFailed", True = "Degraded" },
  { "Reconciling", True = "Progressing" },
  { "ReconcileSucceeded", True = "Healthy" },
}))
