-- uses: phases
-- A restore of Velero. Its phase decides.

return (phases(obj, {
  message = { "failureReason", { "validationErrors", 1 } },
  Healthy = { "Completed" },
  Progressing = {
    "New", "InProgress", "WaitingForPluginOperations", "Finalizing",
    "WaitingForPluginOperationsPartiallyFailed", "FinalizingPartiallyFailed",
  },
  Degraded = { "PartiallyFailed", "FailedValidation", "Failed" },
}))
