-- uses: conditions
-- A container repository whose tags Flux scans. Ready decides.

return (conditions(obj, {
  paused = "suspend",
  paused_by = "reconcile.fluxcd.io/suspended",
  {
    "Ready", absent = "Progressing", True = "Healthy", False = { "Degraded",
    Progressing = "Progressing", ProgressingWithRetry = "Progressing" },
  },
}))
