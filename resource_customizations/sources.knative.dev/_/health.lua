-- uses: conditions
-- vitals:profiles combined
-- Any source of events of Knative. They share one shape of status: Ready sums up the deployment
-- and the sink.

return (conditions(obj, {
  kind = "Event source",
  { "Ready", True = "Healthy", False = "Degraded" },
}))
