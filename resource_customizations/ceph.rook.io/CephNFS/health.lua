-- uses: phases
-- vitals:profiles combined
-- A Ceph NFS server of Rook. Its phase decides, and the condition of that type says why.

return (phases(obj, {
  observed = "success",
  kind = "Ceph NFS server",
  because = "phase",
  Healthy = { "Ready", "Connected", "Created" },
  Progressing = { "Progressing", "Connecting", "Deleting", "DeletionIsBlocked" },
  Degraded = { "Failure", "Error", "ReconcileFailed" },
}))
