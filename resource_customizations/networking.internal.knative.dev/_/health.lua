-- uses: conditions
-- vitals:profiles combined
-- What Knative asks of its network layer: ingresses, certificates, private services. Ready
-- decides.

return (conditions(obj, {
  waiting = "Waiting for the object",
  without = { ClusterDomainClaim = true },
  { "Ready", True = "Healthy", False = "Degraded", Unknown = "Progressing" },
}))
