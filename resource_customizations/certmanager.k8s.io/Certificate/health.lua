-- uses: conditions
-- A certificate of cert-manager before 0.11: Ready reports whether it has been issued and is
-- still valid.

return (conditions(obj, {
  waiting = "Waiting for certificate",
  {
    "Ready", True = "Healthy", False = { "Degraded", DoesNotExist = "Progressing",
    InProgress = "Progressing", NotFound = "Progressing", TemporaryCertificate = "Progressing" },
  },
}))
