-- uses: conditions
-- vitals:profiles combined
-- An artifact that another controller than Flux's makes. Ready decides.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
