-- uses: phases
-- A backup of Velero. Its phase decides.

return (phases(obj, {
  message = { "failureReason", { "validationErrors", 1 } },
  Healthy = { "Completed" },
  Progressing = {
    "New", "Queued", "ReadyToStart", "InProgress", "WaitingForPluginOperations", "Finalizing",
    "WaitingForPluginOperationsPartiallyFailed", "FinalizingPartiallyFailed", "Deleting",
  },
  Degraded = { "PartiallyFailed", "FailedValidation", "Failed" },
}))
