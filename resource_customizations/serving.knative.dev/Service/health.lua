-- uses: conditions
-- A service of Knative. Ready sums up its configuration and its routes.

return (conditions(obj, {
  kind = "Knative Service",
  { "Ready", True = "Healthy", False = "Degraded" },
}))
