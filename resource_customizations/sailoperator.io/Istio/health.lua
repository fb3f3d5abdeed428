-- uses: conditions
-- vitals:profiles combined
-- A control plane of Istio by the Sail operator. Reconciled and Ready decide.

return (conditions(obj, {
  { "Reconciled", False = "Degraded" },
  { "Ready", True = "Healthy" },
}))
