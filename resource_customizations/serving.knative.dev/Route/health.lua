-- uses: conditions
-- vitals:profiles combined
-- A route of Knative Serving. Ready sums up its traffic, certificate and ingress.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
