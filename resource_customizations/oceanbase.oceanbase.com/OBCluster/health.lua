-- uses: phases
-- vitals:profiles combined
-- A cluster of OceanBase. Its status decides.

return (phases(obj, {
  field = "status",
  Healthy = { "running" },
  Degraded = { "failed" },
}))
