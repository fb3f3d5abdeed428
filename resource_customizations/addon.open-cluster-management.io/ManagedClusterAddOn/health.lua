-- uses: conditions
-- vitals:profiles combined
-- An add-on of a managed cluster. Degraded, what failed and Available decide.

return (conditions(obj, {
  { "Degraded", True = "Degraded" },
  { "RegistrationApplied", False = "Degraded" },
  { "ManifestApplied", False = "Degraded" },
  { "Available", False = "Degraded", Unknown = "Progressing" },
  { "Configured", False = "Progressing" },
  { "Progressing", True = "Progressing" },
  { "Available", True = "Healthy" },
}))
