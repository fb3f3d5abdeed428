-- uses: conditions
-- vitals:profiles combined
-- The version of an OpenShift cluster. Failing, Available and Progressing decide.

return (conditions(obj, {
  { "Failing", True = "Degraded" },
  { "ReleaseAccepted", False = "Degraded" },
  { "Invalid", True = "Degraded" },
  { "Progressing", True = "Progressing" },
  { "Available", True = "Healthy", False = "Progressing" },
}))
