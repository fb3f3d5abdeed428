-- A collector of OpenTelemetry. Its status has the ready and the wanted replicas as one text, such
-- as "1/3".

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

if map(obj.spec).managementState == "unmanaged" then
  return { status = "Suspended", message = "The collector is not managed" }
end
if is_stale(status.observedGeneration) or next(status) == nil then
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
