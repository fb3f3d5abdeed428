-- uses: phases
-- vitals:profiles combined
-- A job of Volcano. The phase of its state decides.

return (phases(obj, {
  within = "state",
  message = { "message", "reason" },
  Healthy = { "Completed", "Running" },
  Progressing = { "Pending", "Restarting", "Completing", "Terminating", "Aborting" },
  Suspended = { "Aborted" },
  Degraded = { "Failed", "Terminated" },
}))
