-- uses: conditions
-- vitals:profiles combined
-- A template of notifications of Grafana. NotificationTemplateSynchronized says whether all
-- matching instances have it, and NoMatchingInstance whether there are none.

return (conditions(obj, {
  { "InvalidSpec", True = "Degraded" },
  { "NoMatchingInstance", True = "Degraded" },
  { "NotificationTemplateSynchronized", True = "Healthy", False = "Degraded" },
}))
