-- uses: phases
-- vitals:profiles combined
-- A build of OpenShift. Its phase decides.

return (phases(obj, {
  message = { "message", "reason" },
  Healthy = { "Complete" },
  Progressing = { "New", "Pending", "Running" },
  Degraded = { "Failed", "Error", "Cancelled" },
}))
