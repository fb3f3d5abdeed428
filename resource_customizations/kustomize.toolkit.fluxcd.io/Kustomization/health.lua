-- uses: conditions
-- What a Kustomization of Flux applies. Ready decides.

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
