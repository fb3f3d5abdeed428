-- uses: phases
-- A backup of a PostgreSQL cluster of CloudNativePG. Its phase decides.

return (phases(obj, {
  message = { "error" },
  Healthy = { "completed" },
  Progressing = { "pending", "started", "running", "finalizing" },
  Degraded = { "failed", "walArchivingFailing" },
}))
