-- A MongoDB cluster of Percona. Its state decides.

local states = {
  error = "Degraded", initializing = "Progressing", paused = "Suspended", ready = "Healthy",
  stopping = "Progressing",
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

-- The state, how many nodes are ready, and which errors the operator lists.
local function describe()
  local message = "Cluster is " .. text(status.state, "in no known state") .. ", "
    .. tostring(tonumber(status.ready) or 0) .. "/" .. tostring(tonumber(status.size) or 0)
    .. " node(s) are ready"
  for _, line in ipairs(map(status.message)) do
    message = message .. "; " .. text(line, "unnamed error")
  end
  return message
end

if is_stale(status.observedGeneration) or status.state == nil then
  return { status = "Progressing", message = "Waiting for PerconaServerMongoDB" }
end
return { status = states[status.state] or "Unknown", message = describe() }
