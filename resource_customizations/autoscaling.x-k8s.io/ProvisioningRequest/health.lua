-- uses: conditions
-- vitals:profiles combined
-- A request for capacity. Provisioned decides; Failed and CapacityRevoked end it.

return (conditions(obj, {
  { "Failed", True = "Degraded" },
  { "CapacityRevoked", True = "Degraded" },
  { "Provisioned", True = "Healthy" },
}))
