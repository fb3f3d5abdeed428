-- uses: conditions
-- vitals:profiles combined
-- Tuning for low latency. Available, Progressing and Degraded decide.

return (conditions(obj, {
  { "Degraded", True = "Degraded" },
  { "Progressing", True = "Progressing" },
  { "Available", True = "Healthy", False = "Degraded" },
}))
