-- uses: phases
-- vitals:profiles combined
-- A version of an operator that OLM installs. Its phase decides.

return (phases(obj, {
  message = { "message" },
  Healthy = { "Succeeded" },
  Progressing = { "Pending", "InstallReady", "Installing", "Replacing", "Deleting" },
  Degraded = { "Failed" },
  Unknown = { "Unknown" },
}))
