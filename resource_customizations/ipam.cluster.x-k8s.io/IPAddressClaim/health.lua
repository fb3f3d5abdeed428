-- vitals:profiles combined
-- An address that Cluster API asks a pool for. The address it got decides; Ready says why there
-- is none.

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
  return { status = "Progressing", message = "Waiting for an address" }
end
local address = text(map(status.addressRef).name, "")
if address ~= "" then
  return { status = "Healthy", message = "The address is " .. address }
end
local ready = condition("Ready")
if ready.status == "False" and ready.severity ~= "Info" then
  return { status = "Degraded", message = explain(ready, "The pool gives no address") }
end
return { status = "Progressing", message = explain(ready, "Waiting for an address") }
