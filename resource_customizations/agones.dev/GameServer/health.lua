-- uses: phases
-- vitals:profiles combined
-- A game server of Agones. Its state decides.

return (phases(obj, {
  field = "state",
  Healthy = { "Ready", "Allocated", "Reserved" },
  Progressing = {
    "PortAllocation", "Creating", "Starting", "Scheduled", "RequestReady", "Shutdown",
  },
  Degraded = { "Error", "Unhealthy" },
}))
