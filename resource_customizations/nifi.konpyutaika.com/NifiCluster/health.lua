-- uses: map, text, is_stale
-- vitals:profiles combined
-- A NiFi cluster. Its state decides.

local states = {
  ClusterRunning = "Healthy", ClusterInitializing = "Progressing",
  ClusterInitialized = "Progressing", ClusterReconciling = "Progressing",
  ClusterRollingUpgrading = "Progressing", NifiClusterNoNodes = "Suspended",
}

local status = map(obj.status)

local state = text(status.state, "")

if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for NifiCluster" }
end
return { status = states[state] or "Progressing", message = "NifiCluster is " .. state }
