-- uses: conditions
-- vitals:profiles combined
-- A Loki deployment. Its conditions decide, in this order.

return (conditions(obj, {
  managed = "managementState",
  { "Degraded", True = "Degraded" },
  { "Failed", True = "Degraded" },
  { "Pending", True = "Progressing" },
  { "Ready", True = "Healthy" },
}))
