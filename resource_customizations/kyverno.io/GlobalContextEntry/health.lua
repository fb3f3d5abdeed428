-- uses: conditions
-- vitals:profiles combined
-- Data that policies of Kyverno share. Ready decides.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
