-- uses: conditions
-- vitals:profiles combined
-- An HTTP service that KEDA scales. Ready decides.

return (conditions(obj, {
  { "Ready", True = "Healthy", False = "Degraded" },
}))
