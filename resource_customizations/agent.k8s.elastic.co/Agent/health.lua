-- uses: map, text, is_stale, waits
-- vitals:profiles combined
-- Elastic Agents of Elastic Cloud on Kubernetes. Its health is green, yellow or red; an
-- association that has failed is worse.

local colors = { green = "Healthy", yellow = "Progressing", red = "Degraded" }

local status = map(obj.status)

local health = text(status.health, "")
if is_stale(obj, status.observedGeneration) or health == "" then
  return waits("Waiting for Agent", health)
end
if status.associationStatus == "Failed" or status.elasticsearchAssociationStatus == "Failed" then
  return { status = "Degraded", message = "Agent is not associated with Elasticsearch" }
end
local nodes = tostring(tonumber(status.availableNodes) or 0) .. " of "
  .. tostring(tonumber(status.expectedNodes) or 0) .. " nodes are available"
return {
  status = colors[health] or "Progressing",
  message = "Agent status is " .. health .. ", " .. nodes,
}
