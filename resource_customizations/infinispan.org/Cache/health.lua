-- uses: conditions
-- vitals:profiles combined
-- A cache of Infinispan. Ready decides.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
