-- vitals:profiles combined
-- A schedule of Spark applications. scheduleState says whether it is valid; it can be
-- suspended.

local states = {
  Scheduled = "Healthy", FailedValidation = "Degraded",
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

if map(obj.spec).suspend == true then
  return { status = "Suspended", message = "ScheduledSparkApplication is suspended" }
end
local state = text(status.scheduleState, "")
if is_stale(status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for ScheduledSparkApplication" }
end

local message = "ScheduledSparkApplication is " .. state
local details = text(status.reason, "")
if details ~= "" then
  message = message .. ": " .. details
end
return { status = states[state] or "Progressing", message = message }
