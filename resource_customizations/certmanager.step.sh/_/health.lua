-- uses: conditions
-- vitals:profiles combined
-- Every kind of certmanager.step.sh: issuers of cert-manager for step certificates. Ready
-- decides.

return (conditions(obj, {
  waiting = "Waiting for the object",
  { "Ready", True = "Healthy", False = "Degraded" },
}))
