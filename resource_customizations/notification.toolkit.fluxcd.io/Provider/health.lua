-- vitals:profiles combined
-- A place where Flux sends alerts. It has no status since v1beta3; before, Ready decided.

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

local ready = condition("Ready")
local reason = text(map(map(obj.metadata).annotations)["reconcile.fluxcd.io/suspended"], "")
if map(obj.spec).suspend == true and reason ~= "" then
  return { status = "Suspended", message = "Provider is suspended: " .. reason }
end
if map(obj.spec).suspend == true then
  return { status = "Suspended", message = "Provider is suspended" }
end
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Provider" }
end
if ready.status == "False" and ready.reason ~= "Progressing" then
  return { status = "Degraded", message = explain(ready, "Provider is not ready") }
end
if ready.status == "False" or ready.status == "Unknown" then
  return { status = "Progressing", message = explain(ready, "Waiting for Provider") }
end
return { status = "Healthy", message = text(ready.message, "Provider is in use") }
