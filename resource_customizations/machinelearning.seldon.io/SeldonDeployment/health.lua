-- uses: phases
-- vitals:profiles combined
-- A deployment of models by Seldon Core. Its state decides.

return (phases(obj, {
  field = "state",
  message = { "description" },
  Healthy = { "Available" },
  Progressing = { "Creating" },
  Degraded = { "Failed" },
}))
