-- uses: map, is_stale
-- A set of game servers of OpenKruise: all must be updated and ready. Those that a partition
-- holds back wait for somebody to lower it. Until it has counted its game servers nothing is
-- known of it.

local spec = map(obj.spec)
local status = map(obj.status)

local update = map(map(spec.updateStrategy).rollingUpdate)
local replicas = tonumber(status.replicas)
if update.paused == true then
  return { status = "Suspended", message = "GameServerSet is paused" }
end
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for GameServerSet" }
end
if replicas == nil then
  return { status = "Unknown", message = "GameServerSet has not counted its game servers yet" }
end
local wanted = tonumber(spec.replicas) or 0
if replicas < wanted then
  local count = replicas .. " of " .. wanted .. " game servers are created"
  return { status = "Progressing", message = count }
end

local ready = tonumber(status.updatedReadyReplicas) or 0
local count = ready .. " of " .. replicas .. " game servers are updated and ready"
if ready >= replicas then
  return { status = "Healthy", message = count }
end
local partition = tonumber(update.partition) or 0
if partition > 0 then
  local message = count .. ", " .. partition .. " wait for the partition to be lowered"
  return { status = "Suspended", message = message }
end
return { status = "Progressing", message = count }
