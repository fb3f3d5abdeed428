-- uses: conditions
-- A store of secrets: Ready reports whether External Secrets could validate it.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
