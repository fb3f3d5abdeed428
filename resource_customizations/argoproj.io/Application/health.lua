-- vitals:profiles combined
-- An application is as healthy as Argo CD found it to be.

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

local statuses = {
  Healthy = true, Suspended = true, Progressing = true, Missing = true, Degraded = true,
  Unknown = true,
}

local health = map(status.health)
if is_stale(status.observedGeneration) or not statuses[health.status] then
  return { status = "Progressing", message = "Waiting for Application" }
end
return { status = health.status, message = text(health.message, "") }
