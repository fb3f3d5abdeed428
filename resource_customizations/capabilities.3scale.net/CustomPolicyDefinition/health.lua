-- uses: conditions
-- The definition of a policy in 3scale.

return (conditions(obj, {
  waiting = "Waiting for 3scale CustomPolicyDefinition status",
  { "Failed", True = "Degraded" },
  { "Invalid", True = "Degraded" },
  { "Ready", True = "Healthy", False = "Degraded" },
}))
