-- uses: phases
-- vitals:profiles combined
-- A backup of a cluster of StackGres. The status of its process decides.

return (phases(obj, {
  within = "process",
  field = "status",
  message = { "failure" },
  Healthy = { "Completed" },
  Progressing = { "Pending", "Running" },
  Degraded = { "Failed" },
}))
