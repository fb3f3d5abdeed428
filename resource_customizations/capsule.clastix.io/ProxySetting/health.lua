-- uses: conditions
-- What the proxy of Capsule lets through. Ready decides.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
