-- uses: phases
-- vitals:profiles combined
-- A user of MongoDB Enterprise. Its phase decides.

return (phases(obj, {
  message = { "message" },
  Healthy = { "Running", "Updated" },
  Progressing = { "Pending", "Reconciling" },
  Suspended = { "Disabled" },
  Degraded = { "Failed", "Unsupported" },
}))
