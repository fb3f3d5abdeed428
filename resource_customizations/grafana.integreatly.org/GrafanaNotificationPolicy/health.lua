-- uses: conditions
-- vitals:profiles combined
-- The notification policy of Grafana. NotificationPolicySynchronized says whether all matching
-- instances have it, and NoMatchingInstance whether there are none.

return (conditions(obj, {
  { "InvalidSpec", True = "Degraded" },
  { "NoMatchingInstance", True = "Degraded" },
  { "NotificationPolicySynchronized", True = "Healthy", False = "Degraded" },
}))
