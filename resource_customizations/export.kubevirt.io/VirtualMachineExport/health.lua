-- uses: phases
-- vitals:profiles combined
-- An export of a virtual machine. Its phase decides; one that cannot be made
-- is Skipped.

return (phases(obj, {
  Healthy = { "Ready", "Terminated" },
  Progressing = { "Pending" },
  Degraded = { "Skipped" },
}))
