-- uses: phases
-- vitals:profiles combined
-- Workloads that are queued together. The phase decides.

return (phases(obj, {
  because = "Unhealthy",
  Healthy = { "Running", "Succeeded" },
  Progressing = { "Resuming", "Resetting", "Suspending", "Terminating" },
  Suspended = { "Suspended" },
  Degraded = { "Failed" },
}))
