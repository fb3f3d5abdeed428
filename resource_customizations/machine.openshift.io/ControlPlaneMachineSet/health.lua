-- uses: conditions
-- vitals:profiles combined
-- The machines of a control plane of OpenShift. Degraded, Progressing and Available decide.

return (conditions(obj, {
  resting = { { "state", "Inactive", "is inactive" } },
  { "Degraded", True = "Degraded" },
  { "Progressing", True = "Progressing" },
  { "Available", True = "Healthy", False = "Degraded" },
}))
