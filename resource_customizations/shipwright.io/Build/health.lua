-- vitals:profiles combined
-- A build of Shipwright. Whether it is registered decides.

local states = { True = "Healthy", Unknown = "Progressing", False = "Degraded" }

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

local registered = text(status.registered, "")

if is_stale(status.observedGeneration) or registered == "" then
  return { status = "Progressing", message = "Waiting for Build" }
end

local message = "Build is registered: " .. registered
local cause = text(status.message, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[registered] or "Progressing", message = message }
