-- A stateful set of OpenKruise: all replicas must be updated, ready and available. Those that a
-- partition holds back wait for somebody to lower it.

local function map(value)
  return type(value) == "table" and value or {}
end

local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

local spec = map(obj.spec)
local status = map(obj.status)
local generation = tonumber(map(obj.metadata).generation)

-- Whether what was observed is older than the object.
local function is_stale(observed)
  return generation ~= nil and (tonumber(observed) or generation) < generation
end

-- The condition of a type, or an empty one.
local function condition(name)
  for _, candidate in ipairs(map(status.conditions)) do
    if map(candidate).type == name and not is_stale(candidate.observedGeneration) then
      return candidate
    end
  end
  return {}
end

-- What a condition says: its message, or else its reason.
local function explain(of, otherwise)
  return text(of.message, text(of.reason, otherwise))
end

local update = map(map(spec.updateStrategy).rollingUpdate)
local replicas = tonumber(status.replicas)
if update.paused == true then
  return { status = "Suspended", message = "StatefulSet is paused" }
end
if is_stale(status.observedGeneration) or replicas == nil then
  return { status = "Progressing", message = "Waiting for StatefulSet" }
end
local wanted = tonumber(spec.replicas) or 0
if replicas < wanted then
  local count = replicas .. " of " .. wanted .. " replicas are created"
  return { status = "Progressing", message = explain(condition("FailedCreatePod"), count) }
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
  local failed = condition(name)
  if failed.status == "True" then
    return { status = "Degraded", message = count .. ": " .. explain(failed, name) }
  end
end
return { status = "Progressing", message = count }
