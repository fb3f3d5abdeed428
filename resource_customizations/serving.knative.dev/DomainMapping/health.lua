-- uses: conditions
-- vitals:profiles combined
-- A domain of Knative Serving. Ready sums up its claim, certificate, reference and ingress.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
