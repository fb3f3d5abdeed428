-- uses: conditions
-- vitals:profiles combined
-- An address under which other clusters reach a service, by Submariner. Allocated and Conflict
-- decide.

return (conditions(obj, {
  { "Conflict", True = "Degraded" },
  { "Allocated", True = "Healthy", False = "Degraded" },
}))
