-- uses: phases
-- An order of a certificate at an ACME server. Its state decides.

return (phases(obj, {
  field = "state",
  message = { "reason" },
  Healthy = { "valid" },
  Progressing = { "pending", "processing", "ready" },
  Degraded = { "errored", "expired", "invalid" },
}))
