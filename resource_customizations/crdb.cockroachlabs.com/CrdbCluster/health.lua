-- vitals:profiles combined
-- A CockroachDB cluster. clusterStatus decides.

local states = {
  Running = "Healthy", Finished = "Healthy", Starting = "Progressing", Unknown = "Unknown",
  Failed = "Degraded",
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

local clusterStatus = text(status.clusterStatus, "")
if is_stale(status.observedGeneration) or clusterStatus == "" then
  return { status = "Progressing", message = "Waiting for CrdbCluster" }
end
return {
  status = states[clusterStatus] or "Progressing",
  message = "CrdbCluster is " .. clusterStatus,
}
