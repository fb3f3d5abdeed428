-- uses: conditions
-- vitals:profiles combined
-- How load balancers of GKE reach backends. Attached decides.

return (conditions(obj, {
  { "Attached", True = "Healthy", False = "Degraded" },
}))
