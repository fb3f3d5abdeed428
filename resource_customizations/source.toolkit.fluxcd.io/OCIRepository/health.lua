-- uses: conditions
-- An OCI repository from which Flux fetches. Ready decides.

return (conditions(obj, {
  paused = "suspend",
  paused_by = "reconcile.fluxcd.io/suspended",
  {
    "Ready", absent = "Progressing", True = "Healthy", False = { "Degraded",
    Progressing = "Progressing", ProgressingWithRetry = "Progressing" },
  },
}))
