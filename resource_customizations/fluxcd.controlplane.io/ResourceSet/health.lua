-- uses: conditions
-- vitals:profiles combined
-- Objects that the Flux Operator makes from a template. Ready decides; an annotation suspends
-- it.

return (conditions(obj, {
  paused_annotation = "fluxcd.controlplane.io/reconcile",
  paused_value = "disabled",
  { "Ready", True = "Healthy", False = { "Degraded", Progressing = "Progressing" } },
}))
