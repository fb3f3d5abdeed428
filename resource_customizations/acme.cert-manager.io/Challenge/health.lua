-- uses: phases
-- A challenge of an ACME server. Its state decides.

return (phases(obj, {
  field = "state",
  message = { "reason" },
  Healthy = { "valid" },
  Progressing = { "pending", "processing", "ready" },
  Degraded = { "errored", "expired", "invalid" },
}))
