-- uses: conditions
-- Objects that tenants of Capsule have in all their namespaces. Ready decides; spec.cordoned
-- pauses it.

return (conditions(obj, {
  paused = "cordoned",
  { "Ready", True = "Healthy", False = "Degraded" },
}))
