-- uses: conditions
-- vitals:profiles combined
-- An installation of MetalLB by its operator. Available, Progressing and Degraded decide.

return (conditions(obj, {
  { "Degraded", True = "Degraded" },
  { "Progressing", True = "Progressing" },
  { "Available", True = "Healthy", False = "Degraded" },
}))
