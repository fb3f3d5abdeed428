-- uses: phases
-- vitals:profiles combined
-- A dataset of Fluid. Its phase decides.

return (phases(obj, {
  because = "Ready",
  Healthy = { "Bound" },
  Progressing = { "NotBound", "Pending", "Updating", "DataMigrating" },
  Degraded = { "Failed" },
}))
