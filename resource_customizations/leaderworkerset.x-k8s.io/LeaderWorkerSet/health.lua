-- uses: conditions
-- vitals:profiles combined
-- Groups of a leader and its workers. Available decides.

return (conditions(obj, {
  { "Available", True = "Healthy" },
}))
