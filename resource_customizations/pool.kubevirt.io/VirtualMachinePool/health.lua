-- vitals:profiles combined
-- Virtual machines that are all alike. ReplicaFailure decides, then the counts.

local function map(value)
  return type(value) == "table" and value or {}
end

local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

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

local failed, paused = condition("ReplicaFailure"), condition("ReplicaPaused")
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for VirtualMachinePool" }
end
if failed.status == "True" then
  return { status = "Degraded", message = explain(failed, "A replica has failed") }
end
if paused.status == "True" or map(obj.spec).paused == true then
  return { status = "Suspended", message = explain(paused, "VirtualMachinePool is paused") }
end
local replicas, ready = tonumber(status.replicas), tonumber(status.readyReplicas) or 0
if replicas == nil then
  return { status = "Progressing", message = "Waiting for VirtualMachinePool" }
end
local wanted = tonumber(map(obj.spec).replicas) or 1
local message = ready .. " of " .. wanted .. " virtual machines are ready"
if replicas < wanted or ready < wanted then
  return { status = "Progressing", message = message }
end
return { status = "Healthy", message = message }
