-- uses: conditions
-- vitals:profiles combined
-- A broker of Knative Eventing. Ready sums up its ingress, its filter and its channel.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
