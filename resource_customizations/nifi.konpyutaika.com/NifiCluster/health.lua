-- vitals:profiles combined
-- A NiFi cluster. Its state decides.

local states = {
  ClusterRunning = "Healthy", ClusterInitializing = "Progressing",
  ClusterInitialized = "Progressing", ClusterReconciling = "Progressing",
  ClusterRollingUpgrading = "Progressing", NifiClusterNoNodes = "Suspended",
}

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

local state = text(status.state, "")

if is_stale(status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for NifiCluster" }
end
return { status = states[state] or "Progressing", message = "NifiCluster is " .. state }
