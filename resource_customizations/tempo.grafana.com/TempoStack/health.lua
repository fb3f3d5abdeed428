-- uses: conditions
-- vitals:profiles combined
-- A Tempo deployment. Its conditions decide, in this order.

return (conditions(obj, {
  { "ConfigurationError", True = "Degraded" },
  { "Failed", True = "Degraded" },
  { "Pending", True = "Progressing" },
  { "Ready", True = "Healthy" },
}))
