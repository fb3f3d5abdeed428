-- uses: conditions
-- vitals:profiles combined
-- Settings of the firmware of a host. Valid and ChangeDetected decide.

return (conditions(obj, {
  { "Valid", False = "Degraded" },
  { "ChangeDetected", True = "Progressing" },
  { "Valid", True = "Healthy" },
}))
