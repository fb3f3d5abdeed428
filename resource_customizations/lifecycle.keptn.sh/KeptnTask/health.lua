-- uses: phases
-- A task of Keptn. Its status decides.

return (phases(obj, {
  field = "status",
  message = { "message", "reason" },
  Healthy = { "Succeeded", "Warning" },
  Progressing = { "Progressing" },
  Degraded = { "Failed" },
}))
