-- uses: phases
-- vitals:profiles combined
-- A function of Nuclio. Its state decides.

return (phases(obj, {
  kind = "The function",
  field = "state",
  message = { "message" },
  Healthy = { "ready" },
  Progressing = {
    "waitingForBuild", "building", "waitingForResourceConfiguration", "configuringResources",
    "waitingForScaleResourceFromZero", "waitingForScaleResourceToZero",
  },
  Suspended = { "scaledToZero", "imported" },
  Degraded = { "error", "unhealthy" },
}))
