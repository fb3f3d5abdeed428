-- uses: conditions
-- vitals:profiles combined
-- The image registry of OpenShift. Available, Progressing and Degraded decide.

return (conditions(obj, {
  waiting = "Waiting for the image registry",
  managed = "managementState",
  { "Degraded", True = "Degraded" },
  { "Progressing", True = "Progressing" },
  { "Available", True = "Healthy", False = "Degraded" },
}))
