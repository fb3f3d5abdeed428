-- uses: conditions
-- Where Envoy Gateway sends traffic besides services. Accepted decides.

return (conditions(obj, {
  { "Accepted", False = "Degraded", True = "Healthy" },
}))
