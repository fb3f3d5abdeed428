-- uses: phases
-- vitals:profiles combined
-- A Coherence cluster. Its phase decides; the condition of that name says why.

return (phases(obj, {
  because = "phase",
  Healthy = { "Ready", "Completed" },
  Progressing = { "Initialized", "Created", "Waiting", "Scaling", "RollingUpgrade", "Starting" },
  Suspended = { "Stopped" },
  Degraded = { "Failed" },
}))
