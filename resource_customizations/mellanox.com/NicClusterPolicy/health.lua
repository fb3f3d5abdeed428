-- uses: phases
-- vitals:profiles combined
-- NVIDIA's network drivers. The state decides.

return (phases(obj, {
  field = "state",
  message = { "reason" },
  Healthy = { "ready", "ignore" },
  Progressing = { "notReady" },
  Degraded = { "error" },
}))
