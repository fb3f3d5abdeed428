-- uses: conditions
-- vitals:profiles combined
-- The DNS of an OpenShift cluster. Available, Progressing and Degraded decide.

return (conditions(obj, {
  managed = "managementState",
  { "Degraded", True = "Degraded" },
  { "Progressing", True = "Progressing" },
  { "Available", True = "Healthy", False = "Progressing" },
}))
