-- uses: phases
-- vitals:profiles combined
-- A volume of OpenEBS. Its state decides.

return (phases(obj, {
  field = "state",
  message = { { "error", "message" } },
  Healthy = { "Ready" },
  Progressing = { "Pending" },
  Degraded = { "Failed" },
}))
