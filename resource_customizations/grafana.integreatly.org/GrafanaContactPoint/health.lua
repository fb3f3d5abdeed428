-- uses: conditions
-- vitals:profiles combined
-- A contact point of Grafana. ContactPointSynchronized says whether all matching instances have
-- it, and NoMatchingInstance whether there are none.

return (conditions(obj, {
  { "InvalidSpec", True = "Degraded" },
  { "NoMatchingInstance", True = "Degraded" },
  { "ContactPointSynchronized", True = "Healthy", False = "Degraded" },
}))
