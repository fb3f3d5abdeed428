-- uses: phases
-- vitals:profiles combined
-- A Kamelet of Camel K. Its phase decides.

return (phases(obj, {
  because = "Ready",
  Healthy = { "Ready" },
  Degraded = { "Error" },
}))
