-- uses: phases
-- vitals:profiles combined
-- NooBaa, an object store. Its phase decides.

return (phases(obj, {
  because = "Available",
  Healthy = { "Ready" },
  Progressing = { "Verifying", "Creating", "Connecting", "Configuring", "Deleting" },
  Degraded = { "Rejected" },
}))
