-- uses: conditions
-- vitals:profiles combined
-- A control plane of Karmada, by its operator. Ready decides.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = { "Degraded", Progressing = "Progressing" } },
}))
