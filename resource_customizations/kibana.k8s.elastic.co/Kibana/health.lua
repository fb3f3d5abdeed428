-- uses: map, text, is_stale, waits
-- vitals:profiles combined
-- A Kibana of Elastic Cloud on Kubernetes. Its health is green, yellow or red; an association
-- that has failed is worse.

local colors = { green = "Healthy", yellow = "Progressing", red = "Degraded" }

local status = map(obj.status)

local health = text(status.health, "")
if is_stale(obj, status.observedGeneration) or health == "" then
  return waits("Waiting for Kibana", health)
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
