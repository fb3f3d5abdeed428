-- uses: conditions
-- A dashboard of Grafana. DashboardSynchronized says whether it was applied to the matching
-- instances.

return (conditions(obj, {
  paused = "suspend",
  { "NoMatchingInstance", True = "Degraded" },
  { "InvalidSpec", True = "Degraded" },
  { "DashboardSynchronized", True = "Healthy", False = "Degraded" },
}))
