-- vitals:profiles combined
-- An address under which other clusters reach a service, by Submariner. Allocated and Conflict
-- decide.

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

if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for GlobalIngressIP" }
end
local conflict = condition("Conflict")
if conflict.status == "True" then
  return { status = "Degraded", message = explain(conflict, "Another object has the same pods") }
end
local allocated = condition("Allocated")
if allocated.status == "True" then
  return { status = "Healthy", message = text(allocated.message, "Addresses are allocated") }
end
if allocated.status == "False" then
  return { status = "Degraded", message = explain(allocated, "Addresses are not allocated") }
end
return { status = "Progressing", message = explain(allocated, "Waiting for GlobalIngressIP") }
