-- uses: conditions
-- vitals:profiles combined
-- Actions on a baseboard management controller. Failed, Completed and Running decide.

return (conditions(obj, {
  { "Failed", True = "Degraded" },
  { "Completed", True = "Healthy" },
  { "Running", True = "Progressing" },
}))
