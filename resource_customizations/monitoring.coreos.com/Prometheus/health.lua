-- uses: conditions
-- A Prometheus of the Prometheus Operator. Available and Reconciled decide; Available can also be
-- "Degraded".

return (conditions(obj, {
  paused = "paused",
  { "Available", absent = "Progressing" },
  { "Reconciled", False = "Degraded" },
  { "Available", True = "Healthy", says = "All instances are available" },
  {
    "Available", Unknown = "Progressing",
    False = { "Degraded", SomePodsNotReady = "Progressing" },
  },
}))
