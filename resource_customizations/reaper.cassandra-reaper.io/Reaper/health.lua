-- uses: phases
-- vitals:profiles combined
-- Repairs of Cassandra by Reaper. Its progress decides.

return (phases(obj, {
  field = "progress",
  because = "Ready",
  Healthy = { "Running" },
  Progressing = { "Pending", "Deploying", "Configuring" },
}))
