-- uses: conditions
-- The documentation of an API in 3scale.

return (conditions(obj, {
  waiting = "Waiting for 3scale ActiveDoc status",
  { "Failed", True = "Degraded" },
  { "Invalid", True = "Degraded" },
  { "Orphan", True = "Degraded" },
  { "Ready", True = "Healthy", False = "Degraded" },
}))
