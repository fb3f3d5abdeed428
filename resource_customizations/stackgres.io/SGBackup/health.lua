-- vitals:profiles combined
-- A backup of a cluster of StackGres. The status of its process decides.

local states = {
  Completed = "Healthy", Pending = "Progressing", Running = "Progressing", Failed = "Degraded",
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

local state = text(map(status.process).status, "")

if is_stale(status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for SGBackup" }
end

local message = "SGBackup is " .. state
local cause = text(map(status.process).failure, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
