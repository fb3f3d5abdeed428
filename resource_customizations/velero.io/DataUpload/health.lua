-- uses: phases
-- vitals:profiles combined
-- A snapshot on its way to a backup of Velero. Its phase decides.

return (phases(obj, {
  message = { "message" },
  Healthy = { "Completed" },
  Progressing = { "New", "Accepted", "Prepared", "InProgress", "Canceling" },
  Degraded = { "Canceled", "Failed" },
}))
