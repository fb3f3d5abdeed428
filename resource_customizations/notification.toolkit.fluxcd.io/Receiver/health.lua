-- uses: conditions
-- A webhook that makes Flux reconcile. Ready decides.

return (conditions(obj, {
  paused = "suspend",
  paused_by = "reconcile.fluxcd.io/suspended",
  {
    "Ready", absent = "Progressing", True = "Healthy", False = { "Degraded",
    Progressing = "Progressing", ProgressingWithRetry = "Progressing" },
  },
}))
