-- vitals:profiles combined
-- A build of OpenShift. Its phase decides.

local states = {
  Complete = "Healthy", New = "Progressing", Pending = "Progressing", Running = "Progressing",
  Failed = "Degraded", Error = "Degraded", Cancelled = "Degraded",
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

local phase = text(status.phase, "")
if is_stale(status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for Build" }
end

local message = "Build is " .. phase
local cause = text(status.message, text(status.reason, ""))
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
