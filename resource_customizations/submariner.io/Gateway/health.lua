-- vitals:profiles combined
-- A gateway of Submariner. The active one must be connected to all clusters.

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

local failure = text(status.statusFailure, "")
if is_stale(status.observedGeneration) or text(status.haStatus, "") == "" then
  return { status = "Progressing", message = "Waiting for the gateway" }
end
if failure ~= "" then
  return { status = "Degraded", message = failure }
end
if status.haStatus ~= "active" then
  return { status = "Healthy", message = "The gateway is " .. status.haStatus }
end
local connected, pending = 0, nil
for _, entry in ipairs(map(status.connections)) do
  local connection = map(entry)
  local name = text(map(connection.endpoint).cluster_id, "a cluster")
  local message = "Connection to " .. name .. ": " .. text(connection.statusMessage, "no details")
  if connection.status == "error" then
    return { status = "Degraded", message = message }
  end
  if connection.status == "connected" then
    connected = connected + 1
  else
    pending = pending or message
  end
end
if pending then
  return { status = "Progressing", message = pending }
end
return { status = "Healthy", message = "Connected to " .. connected .. " clusters" }
