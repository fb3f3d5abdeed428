-- uses: conditions
-- vitals:profiles combined
-- A training job of Kubeflow. Its conditions Failed, Succeeded, Suspended, Restarting and
-- Running decide, in this order.

return (conditions(obj, {
  { "Failed", True = "Degraded" },
  { "Succeeded", True = "Healthy" },
  { "Suspended", True = "Suspended" },
  { "Restarting", True = "Progressing" },
  { "Running", True = "Healthy" },
  { "Created" },
}))
