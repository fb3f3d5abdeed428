-- uses: conditions
-- vitals:profiles combined
-- A place where Flux sends alerts. It has no status since v1beta3; before, Ready decided.

return (conditions(obj, {
  paused = "suspend",
  otherwise = "Healthy",
  says = "Provider is in use",
  paused_by = "reconcile.fluxcd.io/suspended",
  {
    "Ready", False = { "Degraded", Progressing = "Progressing" }, Unknown = "Progressing",
    True = "Healthy",
  },
}))
