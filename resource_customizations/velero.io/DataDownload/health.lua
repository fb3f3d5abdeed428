-- uses: phases
-- vitals:profiles combined
-- A volume on its way out of a backup of Velero. Its phase decides.

return (phases(obj, {
  message = { "message" },
  Healthy = { "Completed" },
  Progressing = { "New", "Accepted", "Prepared", "InProgress", "Canceling" },
  Degraded = { "Canceled", "Failed" },
}))
