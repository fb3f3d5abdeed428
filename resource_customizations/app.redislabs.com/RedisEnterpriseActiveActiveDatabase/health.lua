-- uses: phases
-- vitals:profiles combined
-- A database of Redis Enterprise in several clusters. Its status decides.

return (phases(obj, {
  field = "status",
  Healthy = { "active" },
  Progressing = { "pending", "active-change-pending", "delete-pending" },
  Degraded = { "creation-failed", "error" },
}))
