-- Resources that namespaces of a tenant share. Ready decides; exhaustions say of what too
-- little is left.

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

-- The names of a table in order, one after another.
local function following(of, last)
  local found
  for name in pairs(of) do
    local word = tostring(name)
    if word > last and (found == nil or word < found) then
      found = word
    end
  end
  return found
end

local ready = condition("Ready")
if is_stale(status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for ResourcePool" }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "ResourcePool is not ready") }
end
local exhaustions = map(status.exhaustions)
local name = following(exhaustions, "")
local list = name
while name do
  name = following(exhaustions, name)
  list = name and list .. ", " .. name or list
end
if list then
  return { status = "Degraded", message = "The pool is exhausted: " .. list }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "ResourcePool is ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for ResourcePool") }
