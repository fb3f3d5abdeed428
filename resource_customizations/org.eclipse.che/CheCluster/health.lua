-- uses: phases
-- vitals:profiles combined
-- An installation of Eclipse Che. Its phase decides.

return (phases(obj, {
  kind = "Che",
  field = "chePhase",
  message = { "message" },
  Healthy = { "Active" },
  Progressing = { "RollingUpdate", "PendingDeletion" },
  Degraded = { "Inactive" },
}))
