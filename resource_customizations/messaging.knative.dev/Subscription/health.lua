-- uses: conditions
-- vitals:profiles combined
-- A subscription to a channel of Knative Eventing. Ready sums up its references and the
-- channel.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
