-- uses: conditions
-- vitals:profiles combined
-- A dashboard of Perses. Available decides; Degraded says why not.

return (conditions(obj, {
  { "Degraded", True = "Degraded" },
  { "Available", True = "Healthy" },
}))
