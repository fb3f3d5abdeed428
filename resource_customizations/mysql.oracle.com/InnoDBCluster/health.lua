-- vitals:profiles combined
-- A MySQL cluster. Its status decides.

local states = {
  ONLINE = "Healthy", PENDING = "Progressing", INITIALIZING = "Progressing", ONLINE_PARTIAL =
  "Degraded", ONLINE_UNCERTAIN = "Degraded", OFFLINE = "Degraded", OFFLINE_UNCERTAIN =
  "Degraded", NO_QUORUM = "Degraded", SPLIT_BRAIN = "Degraded", INVALID = "Degraded", FINALIZING
  = "Progressing", UNKNOWN = "Unknown",
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

local state = text(map(status.cluster).status, "")
if is_stale(status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for InnoDBCluster" }
end
return { status = states[state] or "Progressing", message = "InnoDBCluster is " .. state }
