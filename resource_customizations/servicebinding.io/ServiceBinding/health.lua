-- uses: conditions
-- vitals:profiles combined
-- What gives an application the credentials of a service. Ready decides.

return (conditions(obj, {
  {
    "Ready", True = "Healthy", False = { "Degraded", Initializing = "Progressing",
    ServiceNotFound = "Progressing" },
  },
}))
