-- uses: phases
-- vitals:profiles combined
-- An NVIDIA driver. Its state decides.

return (phases(obj, {
  field = "state",
  Healthy = { "ready", "ignored" },
  Progressing = { "notReady" },
  Suspended = { "disabled" },
}))
