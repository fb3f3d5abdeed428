-- uses: map, text, is_stale
-- vitals:profiles combined
-- A cluster of Redis Enterprise. Its state decides.

local states = {
  Running = "Healthy", RunningOnHostNetwork = "Healthy", Initializing = "Progressing",
  RecoveryReset = "Progressing", RecoveringFirstPod = "Progressing",
  BootstrappingFirstPod = "Progressing", Upgrade = "Progressing", Invalid = "Degraded",
  InvalidUpgrade = "Degraded", InvalidLicense = "Degraded", Error = "Degraded",
}

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for RedisEnterpriseCluster" }
end
return { status = states[state] or "Progressing", message = "RedisEnterpriseCluster is " .. state }
