-- uses: conditions
-- vitals:profiles combined
-- A network configuration on one node. Its conditions decide, in this order.

return (conditions(obj, {
  { "Failing", True = "Degraded" },
  { "Aborted", True = "Degraded" },
  { "Progressing", True = "Progressing" },
  { "Pending", True = "Progressing" },
  { "Available", True = "Healthy" },
}))
