-- uses: phases
-- vitals:profiles combined
-- A check of nodes, with remediation. Its phase decides.

return (phases(obj, {
  Healthy = { "Enabled" },
  Progressing = { "Remediating" },
  Suspended = { "Paused", "Disabled" },
}))
