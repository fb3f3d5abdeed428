-- uses: phases
-- A place for backups: its state says whether it can be used.

return (phases(obj, {
  alone = true,
  field = "state",
  message = { "error" },
  Healthy = { "available", "Available" },
  Progressing = { "Pending", "Running", "pending", "running" },
  other = "Degraded",
}))
