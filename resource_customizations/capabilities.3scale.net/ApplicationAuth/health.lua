-- uses: conditions
-- Credentials of an application of 3scale.

return (conditions(obj, {
  waiting = "Waiting for 3scale ApplicationAuth status",
  { "Failed", True = "Degraded" },
  { "Ready", True = "Healthy", False = "Degraded" },
}))
