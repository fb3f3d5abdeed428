-- uses: phases
-- vitals:profiles combined
-- A NiFi cluster. Its state decides.

return (phases(obj, {
  field = "state",
  Healthy = { "ClusterRunning" },
  Progressing = {
    "ClusterInitializing", "ClusterInitialized", "ClusterReconciling", "ClusterRollingUpgrading",
  },
  Suspended = { "NifiClusterNoNodes" },
}))
