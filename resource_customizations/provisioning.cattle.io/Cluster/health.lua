-- uses: conditions
-- vitals:profiles combined
-- A cluster that Rancher provisions. Ready decides.

return (conditions(obj, {
  {
    "Ready", True = "Healthy", False = { "Degraded", Waiting = "Progressing",
    Updating = "Progressing", Provisioning = "Progressing" },
  },
}))
