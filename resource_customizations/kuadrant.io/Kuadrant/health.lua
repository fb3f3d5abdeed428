-- uses: conditions
-- vitals:profiles combined
-- An installation of Kuadrant. Ready decides.

return (conditions(obj, {
  {
    "Ready", True = "Healthy", False = { "Progressing", GatewayAPIProviderNotFound = "Degraded",
    GatewayAPIPRoviderNotFound = "Degraded", MissingDependency = "Degraded" },
  },
}))
