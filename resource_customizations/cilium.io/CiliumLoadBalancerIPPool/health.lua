-- vitals:profiles combined
-- Addresses for services in Cilium. PoolConflict says whether another pool has the same; a
-- disabled pool gives none.

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

local conflict = condition("cilium.io/PoolConflict")
if map(obj.spec).disabled == true then
  return { status = "Suspended", message = "The pool is disabled" }
end
if is_stale(status.observedGeneration) or conflict.status == nil then
  return { status = "Progressing", message = "Waiting for the pool" }
end
if conflict.status == "True" then
  return { status = "Degraded", message = explain(conflict, "Another pool has the same addresses") }
end
return { status = "Healthy", message = "The pool has no conflicts" }
