-- uses: phases
-- vitals:profiles combined
-- A backup of one volume of a Pod by Velero. Its phase decides.

return (phases(obj, {
  message = { "message" },
  Healthy = { "Completed" },
  Progressing = { "New", "Accepted", "Prepared", "InProgress", "Canceling" },
  Degraded = { "Canceled", "Failed" },
}))
