-- uses: map, text, is_stale
-- vitals:profiles combined
-- The SR-IOV devices of a node. syncStatus decides.

local states = { Succeeded = "Healthy", InProgress = "Progressing", Failed = "Degraded" }

local status = map(obj.status)

local syncStatus = text(status.syncStatus, "")
if is_stale(obj, status.observedGeneration) or syncStatus == "" then
  return { status = "Progressing", message = "Waiting for SriovNetworkNodeState" }
end

local message = "SriovNetworkNodeState is " .. syncStatus
local cause = text(status.lastSyncError, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[syncStatus] or "Progressing", message = message }
