-- uses: conditions
-- A cluster issuer can issue once Ready is True.

return (conditions(obj, {
  waiting = "Initializing ClusterIssuer",
  { "Ready", True = "Healthy", False = "Degraded" },
}))
