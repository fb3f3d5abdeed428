-- uses: conditions
-- vitals:profiles combined
-- Every kind of awspca.cert-manager.io: issuers of cert-manager for AWS Private CA. Ready
-- decides.

return (conditions(obj, {
  waiting = "Waiting for the object",
  { "Ready", True = "Healthy", False = "Degraded" },
}))
