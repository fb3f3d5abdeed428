-- uses: conditions
-- vitals:profiles combined
-- A schedule of K8up. Ready decides.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
