-- uses: conditions
-- A Helm release of Flux. Ready decides.

return (conditions(obj, {
  paused = "suspend",
  paused_by = "reconcile.fluxcd.io/suspended",
  {
    "Ready", absent = "Progressing", True = "Healthy", False = { "Degraded",
    DependencyNotReady = "Progressing", HealthCheckCanceled = "Progressing",
    Progressing = "Progressing", ProgressingWithRetry = "Progressing",
    SourceNotReady = "Progressing" },
  },
}))
