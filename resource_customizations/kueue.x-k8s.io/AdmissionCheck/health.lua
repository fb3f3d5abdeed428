-- uses: conditions
-- vitals:profiles combined
-- A check that Kueue asks before it admits a workload. Active says whether its controller
-- serves it.

return (conditions(obj, {
  { "Active", True = "Healthy", False = "Degraded" },
}))
