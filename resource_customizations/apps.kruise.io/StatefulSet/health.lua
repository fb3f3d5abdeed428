-- uses: map, is_stale, condition, explain
-- A stateful set of OpenKruise: all replicas must be updated, ready and available. Those that a
-- partition holds back wait for somebody to lower it.

local spec = map(obj.spec)
local status = map(obj.status)

local update = map(map(spec.updateStrategy).rollingUpdate)
local replicas = tonumber(status.replicas)
if update.paused == true then
  return { status = "Suspended", message = "StatefulSet is paused" }
end
if is_stale(obj, status.observedGeneration) or replicas == nil then
  return { status = "Progressing", message = "Waiting for StatefulSet" }
end
local wanted = tonumber(spec.replicas) or 0
if replicas < wanted then
  local count = replicas .. " of " .. wanted .. " replicas are created"
  return { status = "Progressing", message = explain(condition(obj, "FailedCreatePod"), count) }
end

local ready = tonumber(status.updatedReadyReplicas) or 0
local available = tonumber(status.updatedAvailableReplicas) or 0
local count = available .. " of " .. replicas .. " replicas are updated and available"
if ready >= replicas and available >= replicas then
  return { status = "Healthy", message = count }
end
if update.partition ~= nil and update.partition ~= 0 then
  local message = count .. ", the others wait for the partition to be lowered"
  return { status = "Suspended", message = message }
end
for _, name in ipairs({ "FailedCreatePod", "FailedUpdatePod" }) do
  local failed = condition(obj, name)
  if failed.status == "True" then
    return { status = "Degraded", message = count .. ": " .. explain(failed, name) }
  end
end
return { status = "Progressing", message = count }
