-- uses: conditions
-- vitals:profiles combined
-- Addresses of a cluster that other clusters see, by Submariner. Allocated and Conflict decide.

return (conditions(obj, {
  { "Conflict", True = "Degraded" },
  { "Allocated", True = "Healthy", False = "Degraded" },
}))
