-- uses: conditions
-- An issuer can issue once Ready is True.

return (conditions(obj, {
  waiting = "Initializing issuer",
  { "Ready", True = "Healthy", False = "Degraded" },
}))
