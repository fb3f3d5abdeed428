-- uses: conditions
-- An owner of tenants of Capsule. Ready decides.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
