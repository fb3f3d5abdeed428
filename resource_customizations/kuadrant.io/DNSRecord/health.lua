-- uses: conditions
-- vitals:profiles combined
-- Records of Kuadrant in a DNS zone. Ready decides, and the health checks.

return (conditions(obj, {
  {
    "Ready", False = { "Progressing", ProviderError = "Degraded", ValidationError = "Degraded",
    DNSProviderSecretNotFound = "Degraded", DelegationError = "Degraded" },
  },
  { "Healthy", False = "Degraded" },
  { "Ready", True = "Healthy" },
}))
