-- uses: phases
-- vitals:profiles combined
-- A rule for an API of Kyma. Its state decides.

return (phases(obj, {
  field = "state",
  message = { "description" },
  Healthy = { "Ready" },
  Progressing = { "Processing", "Deleting" },
  Degraded = { "Warning", "Error" },
}))
