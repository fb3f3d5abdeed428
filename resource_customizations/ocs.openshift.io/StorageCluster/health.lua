-- uses: conditions
-- A storage cluster of OpenShift Data Foundation. Degraded, Progressing and Available decide.

return (conditions(obj, {
  { "Degraded", True = "Degraded" },
  { "Progressing", True = "Progressing" },
  { "Available", True = "Healthy", False = "Degraded" },
}))
