-- uses: phases
-- vitals:profiles combined
-- Sites, links, listeners and connectors of Skupper. Their status decides.

return (phases(obj, {
  kind = "The object",
  field = "status",
  message = { "message" },
  Healthy = { "Ready" },
  Progressing = { "Pending" },
  Degraded = { "Error" },
}))
