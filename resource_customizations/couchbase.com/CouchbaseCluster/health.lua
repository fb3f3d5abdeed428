-- uses: conditions
-- vitals:profiles combined
-- A Couchbase cluster. Its conditions decide, in this order.

return (conditions(obj, {
  paused = "paused",
  { "Error", True = "Degraded" },
  { "Hibernating", True = "Suspended" },
  { "Upgrading", True = "Progressing" },
  { "Scaling", True = "Progressing" },
  { "ScalingUp", True = "Progressing" },
  { "ScalingDown", True = "Progressing" },
  { "Available", False = "Degraded" },
  { "Balanced", False = "Progressing" },
  { "Available", True = "Healthy" },
}))
