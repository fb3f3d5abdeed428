-- uses: conditions
-- vitals:profiles combined
-- How nodes of Azure are launched. Ready says whether the class can be resolved.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
