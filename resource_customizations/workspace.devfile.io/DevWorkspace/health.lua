-- uses: phases
-- vitals:profiles combined
-- A development workspace. Its phase decides.

return (phases(obj, {
  message = { "message" },
  Healthy = { "Running" },
  Progressing = { "Starting", "Stopping", "Terminating" },
  Suspended = { "Stopped" },
  Degraded = { "Failing", "Failed", "Error" },
}))
