-- uses: phases
-- vitals:profiles combined
-- The components of Open Data Hub. The phase decides; Ready says why.

return (phases(obj, {
  because = "Ready",
  Healthy = { "Ready" },
  Progressing = { "Progressing", "Not Ready", "Deleting" },
  Degraded = { "Error" },
}))
