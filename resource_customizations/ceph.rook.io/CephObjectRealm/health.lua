-- uses: phases
-- vitals:profiles combined
-- A Ceph object realm of Rook. Its phase decides, and the condition of that type says why.

return (phases(obj, {
  observed = "success",
  kind = "Ceph object realm",
  because = "phase",
  Healthy = { "Ready", "Connected", "Created" },
  Progressing = { "Progressing", "Connecting", "Deleting", "DeletionIsBlocked" },
  Degraded = { "Failure", "Error", "ReconcileFailed" },
}))
