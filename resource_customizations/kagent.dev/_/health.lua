-- uses: conditions
-- vitals:profiles combined
-- Agents, models and tools of kagent. Accepted and then Ready decide.

return (conditions(obj, {
  waiting = "Waiting for the object",
  { "Accepted", False = "Degraded" },
  { "Ready", True = "Healthy", False = "Progressing" },
  { "Accepted", True = "Healthy" },
}))
