-- uses: map, text, is_stale, waits
-- A Logstash of Elastic Cloud on Kubernetes. Its health is green, yellow or red.

local colors = { green = "Healthy", yellow = "Progressing", red = "Degraded" }

local status = map(obj.status)

local health = text(status.health, "")
if is_stale(obj, status.observedGeneration) or health == "" then
  return waits("Waiting for Logstash", health)
end
local nodes = tostring(tonumber(status.availableNodes) or 0) .. " of "
  .. tostring(tonumber(status.expectedNodes) or 0) .. " nodes are available"
return {
  status = colors[health] or "Unknown",
  message = "Logstash status is " .. health .. ", " .. nodes,
}
