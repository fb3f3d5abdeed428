-- uses: phases
-- vitals:profiles combined
-- An engine image of Longhorn. Its state decides; ready says why it is not deployed.

return (phases(obj, {
  field = "state",
  because = "ready",
  Healthy = { "deployed" },
  Progressing = { "deploying" },
  Degraded = { "incompatible", "error" },
}))
