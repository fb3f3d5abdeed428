-- uses: conditions
-- A quota of Capsule for several namespaces. Ready decides.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
