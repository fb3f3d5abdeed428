-- uses: conditions
-- vitals:profiles combined
-- KubeVirt and all that belongs to it. Available, Progressing and Degraded decide.

return (conditions(obj, {
  { "Degraded", True = "Degraded" },
  { "Progressing", True = "Progressing" },
  { "Available", True = "Healthy", False = "Degraded" },
}))
