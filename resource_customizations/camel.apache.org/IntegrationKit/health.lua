-- uses: phases
-- vitals:profiles combined
-- An image for integrations of Camel K. Its phase decides.

return (phases(obj, {
  because = "Ready",
  Healthy = { "Ready" },
  Progressing = { "Initialization", "Waiting For Platform", "Build Submitted", "Build Running" },
  Degraded = { "Cannot Build", "Error" },
}))
