-- uses: phases
-- vitals:profiles combined
-- A migration of a virtual machine. Its phase decides.

return (phases(obj, {
  message = { { "migrationState", "failureReason" } },
  Healthy = { "Succeeded" },
  Progressing = {
    "Pending", "Scheduling", "Scheduled", "PreparingTarget", "TargetReady", "Running",
    "WaitingForSync", "Synchronizing",
  },
  Degraded = { "Failed" },
}))
