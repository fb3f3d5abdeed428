-- uses: map, text, is_stale, waits
-- Beats that ECK runs: their health is a colour, and as many as expected must be available.

local status = map(obj.status)

local health = text(status.health, "")
if is_stale(obj, status.observedGeneration) or health == "" then
  return waits("Elastic Beat phase is progressing", health)
end
if health == "red" then
  return { status = "Degraded", message = "Elastic Beat status is Red" }
end

local available = tonumber(status.availableNodes) or 0
local expected = tonumber(status.expectedNodes) or 0
if available < expected then
  local count = available .. " of " .. expected .. " expected instances are available"
  return { status = "Progressing", message = "Elastic Beat status is deploying: " .. count }
end
if health == "green" then
  return { status = "Healthy", message = "Elastic Beat status is Green" }
end
if health == "yellow" then
  return { status = "Progressing", message = "Elastic Beat status is Yellow" }
end
return { status = "Unknown", message = "Elastic Beat status is not known: " .. health }
