-- uses: conditions
-- Jobs that KEDA starts for events. Ready says whether it can read the triggers.

return (conditions(obj, {
  { "Paused", True = "Suspended", always = true },
  {
    "Ready", absent = "Progressing", True = "Healthy", False = "Degraded",
    Unknown = { PartialTriggerError = "Degraded" },
  },
}))
