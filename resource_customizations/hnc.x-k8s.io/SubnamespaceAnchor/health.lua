-- uses: phases
-- vitals:profiles combined
-- A namespace below another one. Its state decides.

return (phases(obj, {
  field = "status",
  Healthy = { "Ok" },
  Progressing = { "Missing" },
  Degraded = { "Conflict", "Forbidden" },
}))
