-- uses: conditions
-- vitals:profiles combined
-- How gateways of GKE serve clients. Attached decides.

return (conditions(obj, {
  { "Attached", True = "Healthy", False = "Degraded" },
}))
