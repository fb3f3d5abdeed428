-- uses: conditions
-- vitals:profiles combined
-- A namespace that joins an OpenShift Service Mesh 2. Reconciled says whether the mesh takes it,
-- Ready whether it is configured.

return (conditions(obj, {
  { "Reconciled", False = "Degraded" },
  { "Ready", True = "Healthy" },
}))
