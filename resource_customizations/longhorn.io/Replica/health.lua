-- uses: phases
-- vitals:profiles combined
-- A replica of a volume of Longhorn. currentState decides; a stopped one belongs to a detached
-- volume.

return (phases(obj, {
  field = "currentState",
  Healthy = { "running", "stopped" },
  Progressing = { "starting", "stopping" },
  Degraded = { "error" },
  Unknown = { "unknown" },
}))
