-- uses: phases
-- vitals:profiles combined
-- Another cluster of Redis Enterprise. Its status decides.

return (phases(obj, {
  field = "status",
  Healthy = { "Active" },
  Degraded = { "Error" },
}))
