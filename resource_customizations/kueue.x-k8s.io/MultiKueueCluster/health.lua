-- uses: conditions
-- vitals:profiles combined
-- A cluster that Kueue sends work to. Active decides.

return (conditions(obj, {
  { "Active", True = "Healthy", False = "Degraded" },
}))
