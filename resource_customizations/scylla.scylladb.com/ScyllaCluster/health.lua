-- uses: conditions
-- vitals:profiles combined
-- A ScyllaDB cluster. Available, Progressing and Degraded decide.

return (conditions(obj, {
  { "Degraded", True = "Degraded" },
  { "Progressing", True = "Progressing" },
  { "Available", True = "Healthy", False = "Progressing" },
}))
