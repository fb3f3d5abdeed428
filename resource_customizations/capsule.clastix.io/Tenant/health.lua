-- uses: conditions
-- A tenant of Capsule. Ready decides; spec.cordoned pauses it.

return (conditions(obj, {
  paused = "cordoned",
  { "Ready", True = "Healthy", False = "Degraded" },
}))
