-- uses: phases
-- vitals:profiles combined
-- Every database of KubeDB. Its phase decides.

return (phases(obj, {
  kind = "It",
  waiting = "Waiting for the object",
  Healthy = { "Ready" },
  Progressing = { "Provisioning", "DataRestoring" },
  Suspended = { "Halted" },
  Degraded = { "Critical", "NotReady" },
  Unknown = { "Unknown" },
}))
