-- uses: conditions
-- vitals:profiles combined
-- A group of alert rules of Grafana. AlertGroupSynchronized says whether all matching instances
-- have it, and NoMatchingInstance whether there are none.

return (conditions(obj, {
  { "InvalidSpec", True = "Degraded" },
  { "NoMatchingInstance", True = "Degraded" },
  { "AlertGroupSynchronized", True = "Healthy", False = "Degraded" },
}))
