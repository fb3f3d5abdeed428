-- uses: conditions
-- vitals:profiles combined
-- A subscription to a broker of Knative Eventing. Ready sums up the broker and the subscriber.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
