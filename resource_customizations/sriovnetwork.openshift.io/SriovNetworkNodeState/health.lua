-- vitals:profiles combined
-- The SR-IOV devices of a node. syncStatus decides.

local states = { Succeeded = "Healthy", InProgress = "Progressing", Failed = "Degraded" }

local function map(value)
  return type(value) == "table" and value or {}
end

local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

local status = map(obj.status)
local generation = tonumber(map(obj.metadata).generation)

-- Whether what was observed is older than the object.
local function is_stale(observed)
  return generation ~= nil and (tonumber(observed) or generation) < generation
end

local syncStatus = text(status.syncStatus, "")
if is_stale(status.observedGeneration) or syncStatus == "" then
  return { status = "Progressing", message = "Waiting for SriovNetworkNodeState" }
end

local message = "SriovNetworkNodeState is " .. syncStatus
local cause = text(status.lastSyncError, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[syncStatus] or "Progressing", message = message }
