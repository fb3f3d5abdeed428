-- uses: conditions
-- vitals:profiles combined
-- What provides volumes from paths of nodes. Available, Progressing and Degraded decide.

return (conditions(obj, {
  { "Degraded", True = "Degraded" },
  { "Progressing", True = "Progressing" },
  { "Available", True = "Healthy", False = "Degraded" },
}))
