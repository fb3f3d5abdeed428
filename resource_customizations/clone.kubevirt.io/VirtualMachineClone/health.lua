-- uses: phases
-- vitals:profiles combined
-- A clone of a virtual machine. Its phase decides.

return (phases(obj, {
  because = "Ready",
  Healthy = { "Succeeded" },
  Progressing = { "SnapshotInProgress", "CreatingTargetVM", "RestoreInProgress" },
  Degraded = { "Failed" },
  Unknown = { "Unknown" },
}))
