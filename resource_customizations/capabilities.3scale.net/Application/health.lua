-- uses: conditions
-- An application that uses a product of 3scale. Its state says whether it is suspended.

return (conditions(obj, {
  waiting = "Waiting for 3scale Application status",
  { "state", field = true, suspended = "Suspended" },
  { "Ready", True = "Healthy", False = "Degraded" },
}))
