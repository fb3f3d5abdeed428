-- uses: conditions
-- vitals:profiles combined
-- A service of Katib that suggests parameters. Failed, Succeeded and Running decide, in this
-- order.

return (conditions(obj, {
  { "Failed", True = "Degraded" },
  { "Succeeded", True = "Healthy" },
  { "EarlyStopped", True = "Healthy" },
  { "Running", True = "Healthy" },
  { "Created" },
}))
