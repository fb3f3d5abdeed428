-- uses: phases
-- vitals:profiles combined
-- A namespace store of NooBaa. Its phase decides.

return (phases(obj, {
  because = "Available",
  Healthy = { "Ready" },
  Progressing = { "Verifying", "Creating", "Connecting", "Configuring", "Deleting" },
  Degraded = { "Rejected" },
}))
