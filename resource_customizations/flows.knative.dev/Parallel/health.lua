-- uses: conditions
-- vitals:profiles combined
-- Branches of Knative Eventing that run side by side. Ready sums up their channels and
-- subscriptions.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
