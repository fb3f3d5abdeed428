-- uses: phases
-- vitals:profiles combined
-- An operation on a cluster of KubeBlocks. Its phase decides.

return (phases(obj, {
  because = "Failed",
  Healthy = { "Succeed", "Cancelled" },
  Progressing = { "Pending", "Creating", "Running", "Cancelling" },
  Degraded = { "Aborted", "Failed" },
}))
