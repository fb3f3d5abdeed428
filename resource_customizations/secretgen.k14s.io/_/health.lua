-- uses: conditions
-- vitals:profiles combined
-- Certificates, keys and passwords that secretgen-controller makes. Their conditions decide, in
-- this order.

return (conditions(obj, {
  waiting = "Waiting for the secret",
  { "Invalid", True = "Degraded" },
  { "ReconcileFailed", True = "Degraded" },
  { "Reconciling", True = "Progressing" },
  { "ReconcileSucceeded", True = "Healthy" },
}))
