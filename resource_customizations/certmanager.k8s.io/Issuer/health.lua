-- uses: conditions
-- An issuer of cert-manager before 0.11: Ready reports whether it can issue certificates.

return (conditions(obj, {
  waiting = "Waiting for issuer to be initialized",
  { "Ready", True = "Healthy", False = "Degraded" },
}))
