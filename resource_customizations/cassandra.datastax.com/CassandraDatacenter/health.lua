-- uses: conditions
-- vitals:profiles combined
-- A datacenter of Cassandra. Its conditions decide, in this order.

return (conditions(obj, {
  { "Valid", False = "Degraded" },
  { "Stopped", True = "Suspended" },
  { "Updating", True = "Progressing" },
  { "RollingRestart", True = "Progressing" },
  { "ScalingUp", True = "Progressing" },
  { "ScalingDown", True = "Progressing" },
  { "ReplacingNodes", True = "Progressing" },
  { "Resuming", True = "Progressing" },
  { "Decommission", True = "Progressing" },
  { "ResizingVolumes", True = "Progressing" },
  { "Healthy", False = "Degraded" },
  { "Ready", True = "Healthy", False = "Progressing" },
}))
