-- uses: phases
-- vitals:profiles combined
-- A Ceph file system of Rook. Its phase decides, and the condition of that type says why.

return (phases(obj, {
  observed = "success",
  kind = "Ceph file system",
  because = "phase",
  Healthy = { "Ready", "Connected", "Created" },
  Progressing = { "Progressing", "Connecting", "Deleting", "DeletionIsBlocked" },
  Degraded = { "Failure", "Error", "ReconcileFailed" },
}))
