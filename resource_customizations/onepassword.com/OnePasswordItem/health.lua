-- uses: conditions
-- A secret that is kept in 1Password. Ready says whether it was fetched.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
