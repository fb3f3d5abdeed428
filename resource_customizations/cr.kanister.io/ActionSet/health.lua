-- vitals:profiles combined
-- Actions of Kanister on applications and volumes. Its state decides.

local states = {
  complete = "Healthy", pending = "Progressing", running = "Progressing", failed = "Degraded",
}

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

if is_stale(status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for ActionSet" }
end

local message = "ActionSet is " .. state
local cause = text(map(status.error).message, text(map(status.error).Message, ""))
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
