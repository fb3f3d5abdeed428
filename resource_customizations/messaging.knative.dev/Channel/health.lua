-- uses: conditions
-- vitals:profiles combined
-- A channel of Knative Eventing. Ready says whether the channel behind it takes events.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
