-- uses: phases
-- vitals:profiles combined
-- A volume of OpenEBS. Its state decides.

return (phases(obj, {
  field = "state",
  Healthy = { "Ready" },
  Progressing = { "Pending" },
  Degraded = { "Failed" },
}))
