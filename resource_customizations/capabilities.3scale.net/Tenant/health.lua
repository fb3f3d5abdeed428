-- uses: conditions
-- A tenant of 3scale.

return (conditions(obj, {
  waiting = "Waiting for 3scale Tenant status",
  { "Ready", True = "Healthy", False = "Degraded" },
}))
