-- uses: conditions
-- An account of a developer in 3scale. Waiting says that an administrator must approve it.

return (conditions(obj, {
  waiting = "Waiting for 3scale DeveloperAccount status",
  { "Waiting", True = "Suspended" },
  { "Failed", True = "Degraded" },
  { "Invalid", True = "Degraded" },
  { "Ready", True = "Healthy", False = "Degraded" },
}))
