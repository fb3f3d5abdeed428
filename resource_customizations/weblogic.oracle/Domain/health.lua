-- uses: conditions
-- vitals:profiles combined
-- A domain of WebLogic. Failed, Rolling, Completed and Available decide.

return (conditions(obj, {
  { "Failed", True = "Degraded" },
  { "Rolling", True = "Progressing" },
  { "Completed", True = "Healthy" },
  { "Available", True = "Progressing" },
  { "Completed", False = "Progressing" },
}))
