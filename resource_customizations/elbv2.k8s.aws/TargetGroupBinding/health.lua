-- uses: conditions
-- vitals:profiles combined
-- Pods as targets of a load balancer of AWS. What the controller has observed decides.

return (conditions(obj, {
  otherwise = "Healthy",
  says = "The targets are registered",
  observed = "always",
}))
