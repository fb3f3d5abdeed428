-- vitals:profiles combined
-- What a component of MetalLB made of the configuration. The result decides.

local states = { Valid = "Healthy", Invalid = "Degraded", Unknown = "Unknown" }

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

local result = text(status.result, "")
if is_stale(status.observedGeneration) or result == "" then
  return { status = "Progressing", message = "Waiting for the configuration" }
end

local message = "The configuration is " .. result
local cause = text(status.lastError, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[result] or "Progressing", message = message }
