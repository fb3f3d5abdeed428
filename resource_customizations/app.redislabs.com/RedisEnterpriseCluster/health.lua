-- uses: phases
-- vitals:profiles combined
-- A cluster of Redis Enterprise. Its state decides.

return (phases(obj, {
  field = "state",
  Healthy = { "Running", "RunningOnHostNetwork" },
  Progressing = {
    "Initializing", "RecoveryReset", "RecoveringFirstPod", "BootstrappingFirstPod", "Upgrade",
  },
  Degraded = { "Invalid", "InvalidUpgrade", "InvalidLicense", "Error" },
}))
