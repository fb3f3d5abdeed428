-- vitals:profiles combined
-- An application is as healthy as Argo CD found it to be.

-- A field may be missing or have another type: what is not a table is an empty one.
local function map(value)
  return type(value) == "table" and value or {}
end

-- The value if it is a text that is not empty, otherwise the other one.
local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

local status = map(obj.status)
local generation = tonumber(map(obj.metadata).generation)

-- Whether what was observed is of an older generation.
local function is_stale(observed)
  return generation ~= nil and (tonumber(observed) or generation) < generation
end

local statuses = {
  Healthy = true, Suspended = true, Progressing = true, Missing = true, Degraded = true, Unknown = true,
}

local health = map(status.health)
if is_stale(status.observedGeneration) or not statuses[health.status] then
  return { status = "Progressing", message = "Waiting for Application" }
end
return { status = health.status, message = text(health.message, "") }
