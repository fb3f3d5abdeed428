-- uses: conditions
-- vitals:profiles combined
-- An installation of Flux by the Flux Operator. Ready decides; an annotation suspends it.

return (conditions(obj, {
  paused_annotation = "fluxcd.controlplane.io/reconcile",
  paused_value = "disabled",
  { "Ready", True = "Healthy", False = { "Degraded", Progressing = "Progressing" } },
}))
