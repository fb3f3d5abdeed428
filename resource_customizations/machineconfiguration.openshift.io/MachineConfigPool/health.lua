-- vitals:profiles combined
-- Machines of OpenShift with one configuration. Degraded, Updating and Updated decide, in this
-- order; a pool can be paused.

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

local degraded = condition("Degraded")
if degraded.status == "True" then
  return { status = "Degraded", message = explain(degraded, "MachineConfigPool is degraded") }
end
if map(obj.spec).paused == true then
  return { status = "Suspended", message = "MachineConfigPool is paused" }
end
local updated = condition("Updated")
if updated.status == "True" and not is_stale(status.observedGeneration) then
  return { status = "Healthy", message = explain(updated, "MachineConfigPool is updated") }
end
return { status = "Progressing", message = explain(condition("Updating"), "Waiting for machines") }
