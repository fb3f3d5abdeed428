-- uses: conditions
-- vitals:profiles combined
-- A configuration of Knative Serving. Ready says whether its latest revision is.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
