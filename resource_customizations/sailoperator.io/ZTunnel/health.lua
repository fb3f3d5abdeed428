-- uses: conditions
-- vitals:profiles combined
-- The ztunnel of Istio by the Sail operator. Reconciled and Ready decide.

return (conditions(obj, {
  { "Reconciled", False = "Degraded" },
  { "Ready", True = "Healthy" },
}))
