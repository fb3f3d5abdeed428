-- vitals:profiles combined
-- A CockroachDB cluster. clusterStatus decides; operatorActions say what failed.

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
local message = "CrdbCluster is " .. clusterStatus
if clusterStatus == "Failed" then
  for _, entry in ipairs(map(status.operatorActions)) do
    local action = map(entry)
    if action.status == "Failed" then
      message = message .. ": " .. text(action.message, text(action.type, "an action failed"))
      break
    end
  end
end
return { status = states[clusterStatus] or "Progressing", message = message }
