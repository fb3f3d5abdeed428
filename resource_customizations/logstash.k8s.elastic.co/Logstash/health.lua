-- A Logstash of Elastic Cloud on Kubernetes. Its health is green, yellow or red.

local colors = { green = "Healthy", yellow = "Progressing", red = "Degraded" }

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

local health = text(status.health, "")
if is_stale(status.observedGeneration) or health == "" then
  return { status = "Progressing", message = "Waiting for Logstash" }
end
local nodes = tostring(tonumber(status.availableNodes) or 0) .. " of "
  .. tostring(tonumber(status.expectedNodes) or 0) .. " nodes are available"
return {
  status = colors[health] or "Unknown",
  message = "Logstash status is " .. health .. ", " .. nodes,
}
