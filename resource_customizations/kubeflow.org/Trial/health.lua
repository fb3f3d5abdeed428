-- uses: conditions
-- vitals:profiles combined
-- A trial of Katib. Failed, Succeeded and Running decide, in this order.

return (conditions(obj, {
  { "Failed", True = "Degraded" },
  { "Succeeded", True = "Healthy" },
  { "EarlyStopped", True = "Healthy" },
  { "Running", True = "Healthy" },
  { "Created" },
}))
