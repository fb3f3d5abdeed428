-- uses: phases
-- vitals:profiles combined
-- A role of OpenSearch. Its state decides.

return (phases(obj, {
  field = "state",
  message = { "reason" },
  Healthy = { "CREATED", "IGNORED" },
  Progressing = { "PENDING" },
  Degraded = { "ERROR" },
}))
