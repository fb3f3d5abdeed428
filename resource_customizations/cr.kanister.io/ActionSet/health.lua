-- uses: phases
-- vitals:profiles combined
-- Actions of Kanister on applications and volumes. Its state decides.

return (phases(obj, {
  field = "state",
  message = { { "error", "message" }, { "error", "Message" } },
  Healthy = { "complete" },
  Progressing = { "pending", "running" },
  Degraded = { "failed" },
}))
