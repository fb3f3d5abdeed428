-- uses: phases
-- vitals:profiles combined
-- A class of buckets of NooBaa. Its phase decides.

return (phases(obj, {
  because = "Available",
  Healthy = { "Ready" },
  Progressing = { "Verifying", "Creating", "Connecting", "Configuring", "Deleting" },
  Degraded = { "Rejected" },
}))
