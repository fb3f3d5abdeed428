-- A job of OpenKruise that runs by a schedule. Once it has a status it is Degraded until its
-- first run.

local function map(value)
  return type(value) == "table" and value or {}
end

local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

local spec = map(obj.spec)
local status = map(obj.status)
local generation = tonumber(map(obj.metadata).generation)

-- Whether what was observed is older than the object.
local function is_stale(observed)
  return generation ~= nil and (tonumber(observed) or generation) < generation
end

if spec.paused == true then
  return { status = "Suspended", message = "AdvancedCronJob is paused" }
end
if obj.status == nil or is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for AdvancedCronJob" }
end
if next(map(status.active)) ~= nil then
  return { status = "Progressing", message = "AdvancedCronJob has active jobs" }
end
local last = text(status.lastScheduleTime, "")
if last == "" then
  return { status = "Degraded", message = "AdvancedCronJob has not run yet" }
end
return { status = "Healthy", message = "AdvancedCronJob last ran at " .. last }
