-- uses: conditions
-- A certificate is healthy once Ready is True. While a new one is being issued, Issuing is True.

return (conditions(obj, {
  waiting = "Waiting for certificate",
  { "Issuing", True = "Progressing" },
  { "Ready", True = "Healthy", False = "Degraded" },
}))
