-- uses: phases
-- vitals:profiles combined
-- A restore of the whole of Longhorn. Its state decides; Error says what went wrong.

return (phases(obj, {
  field = "state",
  because = "Error",
  Healthy = { "Completed" },
  Progressing = { "Pending", "Downloading", "Initializing", "InProgress", "Restoring", "Deleting" },
  Degraded = { "Error" },
}))
