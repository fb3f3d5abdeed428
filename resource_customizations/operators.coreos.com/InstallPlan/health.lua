-- uses: phases
-- vitals:profiles combined
-- A plan of OLM to install operators. Its phase decides; one that needs approval waits for it.

return (phases(obj, {
  message = { "message" },
  Healthy = { "Complete" },
  Progressing = { "Planning", "Installing" },
  Suspended = { "RequiresApproval" },
  Degraded = { "Failed" },
}))
