-- uses: conditions
-- vitals:profiles combined
-- Every kind of sinks.knative.dev: where events of Knative go. Ready decides.

return (conditions(obj, {
  waiting = "Waiting for the object",
  { "Ready", True = "Healthy", False = "Degraded" },
}))
