-- uses: phases
-- vitals:profiles combined
-- What shares a volume of Longhorn over NFS. Its state decides.

return (phases(obj, {
  field = "state",
  Healthy = { "running", "stopped" },
  Progressing = { "starting", "stopping" },
  Degraded = { "error" },
  Unknown = { "unknown" },
}))
