-- uses: conditions
-- vitals:profiles combined
-- A member cluster of Karmada. Ready decides.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
