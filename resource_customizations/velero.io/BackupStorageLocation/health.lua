-- uses: phases
-- vitals:profiles combined
-- Where Velero keeps backups. Its phase says whether the location can be reached.

return (phases(obj, {
  message = { "message" },
  Healthy = { "Available" },
  Degraded = { "Unavailable" },
}))
