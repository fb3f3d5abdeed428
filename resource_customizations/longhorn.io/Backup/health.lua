-- uses: phases
-- vitals:profiles combined
-- A backup of a volume of Longhorn. Its state decides.

return (phases(obj, {
  field = "state",
  message = { "error" },
  Healthy = { "Completed" },
  Progressing = { "New", "Pending", "InProgress", "Deleting" },
  Degraded = { "Error" },
  Unknown = { "Unknown" },
}))
