-- uses: phases
-- vitals:profiles combined
-- An instance manager of Longhorn. Its state decides.

return (phases(obj, {
  field = "currentState",
  Healthy = { "running", "stopped" },
  Progressing = { "starting" },
  Degraded = { "error" },
  Unknown = { "unknown" },
}))
