-- uses: phases
-- vitals:profiles combined
-- A savepoint or checkpoint of Flink. Its state decides; error says what went wrong.

return (phases(obj, {
  field = "state",
  message = { "error" },
  Healthy = { "COMPLETED" },
  Progressing = { "TRIGGER_PENDING", "IN_PROGRESS" },
  Degraded = { "FAILED", "ABANDONED" },
}))
