-- uses: conditions
-- vitals:profiles combined
-- Artifacts that Flux makes from sources. Ready decides; an annotation suspends it.

return (conditions(obj, {
  paused_annotation = "source.extensions.fluxcd.io/reconcile",
  paused_value = "disabled",
  { "Ready", True = "Healthy", False = { "Degraded", Progressing = "Progressing" } },
}))
