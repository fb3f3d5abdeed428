-- uses: map, text, is_stale, waits
-- vitals:profiles combined
-- An Enterprise Search of Elastic Cloud on Kubernetes. Its health is green, yellow or red; an
-- association that has failed is worse.

local colors = { green = "Healthy", yellow = "Progressing", red = "Degraded" }

local status = map(obj.status)

local health = text(status.health, "")
if is_stale(obj, status.observedGeneration) or health == "" then
  return waits("Waiting for EnterpriseSearch", health)
end
if status.associationStatus == "Failed" or status.elasticsearchAssociationStatus == "Failed" then
  return { status = "Degraded", message = "EnterpriseSearch is not associated with Elasticsearch" }
end
local nodes = tostring(tonumber(status.availableNodes) or 0) .. " of "
  .. tostring(tonumber(status.count) or 0) .. " nodes are available"
return {
  status = colors[health] or "Progressing",
  message = "EnterpriseSearch status is " .. health .. ", " .. nodes,
}
