-- uses: conditions
-- vitals:profiles combined
-- A registry of models. Degraded, Available and Progressing decide.

return (conditions(obj, {
  { "Degraded", True = "Degraded" },
  { "Available", True = "Healthy", False = { ConfigurationError = "Degraded" } },
  { "Progressing", True = "Progressing" },
  { "Available", False = "Progressing" },
}))
