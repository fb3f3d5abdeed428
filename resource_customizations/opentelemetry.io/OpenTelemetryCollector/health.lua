-- uses: map, text, is_stale
-- A collector of OpenTelemetry. Its status has the ready and the wanted replicas as one text, such
-- as "1/3".

local status = map(obj.status)

if map(obj.spec).managementState == "unmanaged" then
  return { status = "Suspended", message = "The collector is not managed" }
end
if is_stale(obj, status.observedGeneration) or next(status) == nil then
  return { status = "Progressing", message = "Waiting for OpenTelemetryCollector" }
end
local mode = map(obj.spec).mode
if mode == "sidecar" then
  return { status = "Healthy", message = "The collector is injected as a sidecar" }
end

local scale = map(status.scale)
local total = tostring(tonumber(scale.replicas) or 0)
local ready = text(scale.statusReplicas, "")
if ready == "" then
  return { status = "Progressing", message = "Waiting for the replicas to be counted" }
end
if mode == "daemonset" and ready == "0/0" then
  return { status = "Healthy", message = "DaemonSet has no eligible nodes (0/0)" }
end
if ready == total .. "/" .. total then
  return { status = "Healthy", message = "All replicas are ready (" .. ready .. ")" }
end
if ready == "0/" .. total then
  return { status = "Degraded", message = "No replica is ready (" .. ready .. ")" }
end
return { status = "Progressing", message = "Replicas are starting up (" .. ready .. ")" }
