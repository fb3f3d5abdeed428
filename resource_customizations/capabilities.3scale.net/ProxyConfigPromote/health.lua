-- uses: conditions
-- The promotion of a configuration in 3scale.

return (conditions(obj, {
  waiting = "Waiting for 3scale ProxyConfigPromote status",
  { "In-progress", True = "Progressing" },
  { "Failed", True = "Degraded" },
  { "Ready", True = "Healthy", False = "Degraded" },
}))
