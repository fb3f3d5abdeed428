-- uses: conditions
-- vitals:profiles combined
-- A channel in memory of Knative Eventing. Ready sums up its dispatcher, service and address.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
