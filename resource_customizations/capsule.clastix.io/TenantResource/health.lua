-- uses: conditions
-- Objects that a tenant of Capsule has in all its namespaces. Ready decides; spec.cordoned
-- pauses it.

return (conditions(obj, {
  paused = "cordoned",
  { "Ready", True = "Healthy", False = "Degraded" },
}))
