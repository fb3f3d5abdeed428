-- uses: phases
-- vitals:profiles combined
-- A host of Emissary-ingress. Its state decides.

return (phases(obj, {
  field = "state",
  message = { "errorReason" },
  Healthy = { "Ready" },
  Progressing = { "Initial", "Pending" },
  Degraded = { "Error" },
}))
