-- vitals:profiles combined
-- A backup of a volume of Longhorn. Its state decides.

local states = {
  Completed = "Healthy", New = "Progressing", Pending = "Progressing", InProgress = "Progressing",
  Deleting = "Progressing", Error = "Degraded", Unknown = "Unknown",
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
  return { status = "Progressing", message = "Waiting for Backup" }
end

local message = "Backup is " .. state
local details = text(status.error, "")
if details ~= "" then
  message = message .. ": " .. details
end
return { status = states[state] or "Progressing", message = message }
