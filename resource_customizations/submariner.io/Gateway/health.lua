-- uses: map, text, is_stale, waits
-- vitals:profiles combined
-- A gateway of Submariner. The active one must be connected to all clusters.

local status = map(obj.status)

local failure = text(status.statusFailure, "")
if is_stale(obj, status.observedGeneration) or text(status.haStatus, "") == "" then
  return waits("Waiting for the gateway", failure)
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
