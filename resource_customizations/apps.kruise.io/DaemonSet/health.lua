-- uses: map, is_stale
-- A daemon set of OpenKruise: a pod on every node that is wanted, updated, ready and available.
-- Those that a partition holds back wait for somebody to lower it.

local spec = map(obj.spec)
local status = map(obj.status)

local update = map(map(spec.updateStrategy).rollingUpdate)
local wanted = tonumber(status.desiredNumberScheduled) or 0
if update.paused == true then
  return { status = "Suspended", message = "DaemonSet is paused" }
end
if is_stale(obj, status.observedGeneration) or wanted == 0 then
  return { status = "Progressing", message = "Waiting for pods to be scheduled" }
end

local updated = tonumber(status.updatedNumberScheduled) or 0
local ready = tonumber(status.numberReady) or 0
local available = tonumber(status.numberAvailable) or 0
local counts = updated .. " updated, " .. ready .. " ready and " .. available .. " available"
local message = counts .. " of " .. wanted .. " pods"
if updated >= wanted and ready >= wanted and available >= wanted then
  return { status = "Healthy", message = message }
end
if update.partition ~= nil and update.partition ~= 0 then
  message = message .. ", the others wait for the partition to be lowered"
  return { status = "Suspended", message = message }
end
return { status = "Degraded", message = message }
