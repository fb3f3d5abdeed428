-- uses: phases
-- vitals:profiles combined
-- A deployment of MongoDB Enterprise over several clusters. Its phase decides.

return (phases(obj, {
  message = { "message" },
  Healthy = { "Running", "Updated" },
  Progressing = { "Pending", "Reconciling" },
  Suspended = { "Disabled" },
  Degraded = { "Failed", "Unsupported" },
}))
