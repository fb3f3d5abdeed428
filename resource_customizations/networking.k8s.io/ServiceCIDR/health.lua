-- uses: conditions
-- vitals:profiles combined
-- A range of addresses for services. Ready decides.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = { "Degraded", Terminating = "Progressing" } },
}))
