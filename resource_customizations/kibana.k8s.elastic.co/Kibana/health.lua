-- vitals:profiles combined
-- A Kibana of Elastic Cloud on Kubernetes. Its health is green, yellow or red; an association
-- that has failed is worse.

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
  return { status = "Progressing", message = "Waiting for Kibana" }
end
if status.associationStatus == "Failed" or status.elasticsearchAssociationStatus == "Failed" then
  return { status = "Degraded", message = "Kibana is not associated with Elasticsearch" }
end
local nodes = tostring(tonumber(status.availableNodes) or 0) .. " of "
  .. tostring(tonumber(status.count) or 0) .. " nodes are available"
return {
  status = colors[health] or "Progressing",
  message = "Kibana status is " .. health .. ", " .. nodes,
}
