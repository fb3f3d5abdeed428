-- uses: conditions
-- A quota of Capsule. Ready decides.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
