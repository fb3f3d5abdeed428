-- uses: map, text, is_stale
-- vitals:profiles combined
-- The network of Submariner in a cluster. Its DaemonSets decide, then the connections of its
-- gateways.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) or status.gatewayDaemonSetStatus == nil then
  return { status = "Progressing", message = "Waiting for Submariner" }
end
for _, part in ipairs({ "gateway", "routeAgent", "globalnet" }) do
  local pods = map(map(status[part .. "DaemonSetStatus"]).status)
  local wanted = tonumber(pods.desiredNumberScheduled) or 0
  local ready = tonumber(pods.numberReady) or 0
  if ready < wanted then
    local message = part .. ": " .. ready .. " of " .. wanted .. " pods are ready"
    return { status = "Progressing", message = message }
  end
end
local waiting
for _, entry in ipairs(map(status.gateways)) do
  local gateway = map(entry)
  local failure = text(gateway.statusFailure, "")
  if failure ~= "" then
    return { status = "Degraded", message = failure }
  end
  for _, link in ipairs(map(gateway.connections)) do
    local connection = map(link)
    local name = text(map(connection.endpoint).cluster_id, "a cluster")
    local message = "Connection to " .. name .. ": " .. text(connection.statusMessage, "no details")
    if connection.status == "error" then
      return { status = "Degraded", message = message }
    end
    if connection.status ~= "connected" then
      waiting = waiting or message
    end
  end
end
if waiting then
  return { status = "Progressing", message = waiting }
end
return { status = "Healthy", message = "Submariner runs" }
