-- uses: conditions
-- vitals:profiles combined
-- A namespace of a user of Kubeflow. Failed and Successful decide.

return (conditions(obj, {
  { "Failed", True = "Degraded" },
  { "Successful", True = "Healthy" },
}))
