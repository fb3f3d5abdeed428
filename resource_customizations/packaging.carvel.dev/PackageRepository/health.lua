-- uses: conditions
-- vitals:profiles combined
-- A repository of packages of Carvel. Its conditions decide, in this order.

return (conditions(obj, {
  paused = "paused",
  { "DeleteFailed", True = "Degraded" },
  { "Deleting", True = "Progressing" },
  { "ReconcileFailed", True = "Degraded" },
  { "Reconciling", True = "Progressing" },
  { "ReconcileSucceeded", True = "Healthy" },
}))
