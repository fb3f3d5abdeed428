-- vitals:profiles combined
-- A route of Emissary-ingress. Its state decides; it is often not written.

local states = { Running = "Healthy", Inactive = "Degraded" }

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

local state = text(status.state, "")
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Mapping" }
end
if state == "" then
  return { status = "Healthy", message = "Mapping has no error" }
end

local message = "Mapping is " .. state
local cause = text(status.reason, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
