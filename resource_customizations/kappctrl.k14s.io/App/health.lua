-- uses: conditions
-- vitals:profiles combined
-- An application that kapp-controller deploys. Its conditions decide, in this order.

return (conditions(obj, {
  resting = { { "paused", true, "is paused" }, { "canceled", true, "is canceled" } },
  { "DeleteFailed", True = "Degraded" },
  { "Deleting", True = "Progressing" },
  { "ReconcileFailed", True = "Degraded" },
  { "Reconciling", True = "Progressing" },
  { "ReconcileSucceeded", True = "Healthy" },
}))
