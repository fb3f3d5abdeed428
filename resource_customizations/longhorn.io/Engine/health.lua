-- uses: phases
-- vitals:profiles combined
-- An engine of Longhorn, which serves a volume. currentState decides; a stopped one belongs to
-- a detached volume.

return (phases(obj, {
  field = "currentState",
  Healthy = { "running", "stopped" },
  Progressing = { "starting", "stopping" },
  Degraded = { "error" },
  Unknown = { "unknown" },
}))
