-- uses: map, text, is_stale
-- vitals:profiles combined
-- A MySQL cluster. Its status decides. ONLINE_PARTIAL has a quorum, and members that join it.

local states = {
  ONLINE = "Healthy", PENDING = "Progressing", INITIALIZING = "Progressing",
  FINALIZING = "Progressing", ONLINE_PARTIAL = "Progressing", ONLINE_UNCERTAIN = "Degraded",
  OFFLINE = "Degraded", OFFLINE_UNCERTAIN = "Degraded", NO_QUORUM = "Degraded",
  NO_QUORUM_UNCERTAIN = "Degraded", SPLIT_BRAIN = "Degraded", SPLIT_BRAIN_UNCERTAIN = "Degraded",
  INVALID = "Degraded", UNKNOWN = "Unknown",
}

local status = map(obj.status)

local cluster = map(status.cluster)
local state = text(cluster.status, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for InnoDBCluster" }
end
local message = "InnoDBCluster is " .. state
local online, wanted = tonumber(cluster.onlineInstances), tonumber(map(obj.spec).instances)
if online and wanted then
  message = message .. ": " .. online .. " of " .. wanted .. " instances are online"
end
return { status = states[state] or "Progressing", message = message }
