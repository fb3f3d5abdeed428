-- vitals:profiles combined
-- A schedule of jobs of Ray. It can be suspended; scheduleStatus, of some releases, says whether
-- it is valid.

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
  return { status = "Suspended", message = "RayCronJob is suspended" }
end
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for RayCronJob" }
end
if status.scheduleStatus == "validationFailed" then
  return { status = "Degraded", message = "The schedule is not valid" }
end
return { status = "Healthy", message = "Last job: " .. text(status.lastScheduleTime, "none yet") }
