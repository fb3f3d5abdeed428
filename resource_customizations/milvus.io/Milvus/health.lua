-- uses: phases
-- vitals:profiles combined
-- A Milvus database. Its status decides.

return (phases(obj, {
  field = "status",
  because = "MilvusReady",
  Healthy = { "Healthy" },
  Progressing = { "Pending", "Deleting" },
  Suspended = { "Stopped" },
  Degraded = { "Unhealthy" },
}))
