-- uses: phases
-- vitals:profiles combined
-- A restore of TiDB. Its phase decides.

return (phases(obj, {
  Healthy = { "Complete" },
  Progressing = { "Scheduled", "Running", "RetryFailed" },
  Degraded = { "Invalid", "Failed" },
}))
