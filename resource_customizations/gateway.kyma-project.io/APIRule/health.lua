-- vitals:profiles combined
-- A rule for an API of Kyma. Its state decides.

local states = {
  Ready = "Healthy", Processing = "Progressing", Deleting = "Progressing", Warning = "Degraded",
  Error = "Degraded",
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
  return { status = "Progressing", message = "Waiting for APIRule" }
end

local message = "APIRule is " .. state
local cause = text(status.description, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
