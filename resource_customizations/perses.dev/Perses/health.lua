-- uses: conditions
-- vitals:profiles combined
-- A Perses server. Available decides; Degraded says why not.

return (conditions(obj, {
  { "Degraded", True = "Degraded" },
  { "Available", True = "Healthy" },
}))
