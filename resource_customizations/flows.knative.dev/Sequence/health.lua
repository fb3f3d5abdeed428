-- uses: conditions
-- vitals:profiles combined
-- A sequence of steps of Knative Eventing. Ready sums up its channels and subscriptions.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
