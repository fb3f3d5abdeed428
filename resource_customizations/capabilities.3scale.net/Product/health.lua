-- uses: conditions
-- A product of 3scale.

return (conditions(obj, {
  waiting = "Waiting for 3scale Product status",
  { "Failed", True = "Degraded" },
  { "Invalid", True = "Degraded" },
  { "Orphan", True = "Degraded" },
  { "Synced", True = "Healthy", False = "Degraded" },
}))
