-- uses: conditions
-- vitals:profiles combined
-- A service that other clusters may use. Valid and Conflict decide.

return (conditions(obj, {
  { "Valid", False = "Degraded" },
  { "Conflict", True = "Degraded" },
  { "Valid", Unknown = "Progressing", True = "Healthy" },
}))
