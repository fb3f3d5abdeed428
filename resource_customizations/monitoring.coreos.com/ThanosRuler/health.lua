-- A ThanosRuler of the Prometheus Operator. Available and Reconciled decide; Available can also
-- be "Degraded".

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

if map(obj.spec).paused == true then
  return { status = "Suspended", message = "ThanosRuler is paused" }
end

local available = condition("Available")
if is_stale(status.observedGeneration) or available.status == nil then
  return { status = "Progressing", message = "Waiting for ThanosRuler" }
end
local reconciled = condition("Reconciled")
if reconciled.status == "False" then
  return { status = "Degraded", message = explain(reconciled, "ThanosRuler is not reconciled") }
end
if available.status == "True" then
  return { status = "Healthy", message = explain(available, "All instances are available") }
end
-- While pods are replaced one by one, some of them are not ready.
if available.reason == "SomePodsNotReady" or available.status == "Unknown" then
  return { status = "Progressing", message = explain(available, "Waiting for ThanosRuler") }
end
return { status = "Degraded", message = explain(available, "No instance is available") }
