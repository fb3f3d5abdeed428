-- uses: phases
-- vitals:profiles combined
-- A build of Shipwright. Whether it is registered decides.

return (phases(obj, {
  words = "Build is registered: ",
  field = "registered",
  message = { "message" },
  Healthy = { "True" },
  Progressing = { "Unknown" },
  Degraded = { "False" },
}))
