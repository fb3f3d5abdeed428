-- uses: conditions
-- vitals:profiles combined
-- A mute timing of Grafana. MuteTimingSynchronized says whether all matching instances have
-- it, and NoMatchingInstance whether there are none.

return (conditions(obj, {
  { "InvalidSpec", True = "Degraded" },
  { "NoMatchingInstance", True = "Degraded" },
  { "MuteTimingSynchronized", True = "Healthy", False = "Degraded" },
}))
