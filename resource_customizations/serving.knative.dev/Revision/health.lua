-- uses: conditions
-- vitals:profiles combined
-- A revision of Knative Serving. Ready sums up its resources and containers; Active, which says
-- whether it gets traffic, does not count.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
