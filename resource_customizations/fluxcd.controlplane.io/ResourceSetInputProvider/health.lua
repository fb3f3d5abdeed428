-- uses: conditions
-- vitals:profiles combined
-- Inputs that the Flux Operator fetches. Ready decides; an annotation suspends it.

return (conditions(obj, {
  paused_annotation = "fluxcd.controlplane.io/reconcile",
  paused_value = "disabled",
  { "Ready", True = "Healthy", False = { "Degraded", Progressing = "Progressing" } },
}))
