-- uses: map, is_stale
-- vitals:profiles combined
-- Sidecars that OpenKruise adds to pods. The counts of pods decide. With NotUpdate only new pods
-- get the latest sidecars, and a selector or a partition leaves some pods as they are.

local status = map(obj.status)

local function count(value)
  return tonumber(value) or 0
end

local strategy = map(map(obj.spec).updateStrategy)
local matched, updated = count(status.matchedPods), count(status.updatedPods)
local ready = count(status.updatedReadyPods)
if strategy.paused == true then
  return { status = "Suspended", message = "The update is paused" }
end
if is_stale(obj, status.observedGeneration) or status.matchedPods == nil then
  return { status = "Progressing", message = "Waiting for SidecarSet" }
end
-- How many pods a selector chooses, and how many a percentage leaves, is not in the status.
local partition = strategy.partition == nil and 0 or tonumber(strategy.partition)
local partial = strategy.type == "NotUpdate" or strategy.selector ~= nil or partition == nil
local message = updated .. " of " .. matched .. " pods are updated"
if not partial and updated < matched - partition then
  return { status = "Progressing", message = message }
end
if ready < updated then
  return {
    status = "Progressing",
    message = ready .. " of " .. updated .. " updated pods are ready",
  }
end
if updated < matched then
  return { status = "Healthy", message = message }
end
return { status = "Healthy", message = matched .. " pods have the sidecar" }
