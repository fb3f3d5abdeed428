-- uses: conditions
-- A backend of 3scale.

return (conditions(obj, {
  waiting = "Waiting for 3scale Backend status",
  { "Failed", True = "Degraded" },
  { "Invalid", True = "Degraded" },
  { "Synced", True = "Healthy", False = "Degraded" },
}))
