-- uses: phases
-- vitals:profiles combined
-- A model that an NVIDIA NIM serves. Its state decides; NIM_SERVICE_FAILED says what went wrong.

return (phases(obj, {
  field = "state",
  because = "NIM_SERVICE_FAILED",
  Healthy = { "Ready" },
  Progressing = { "Pending", "NotReady" },
  Degraded = { "Failed" },
}))
