-- vitals:profiles combined
-- Backups of CloudNativePG on a schedule. It works when it has run or knows when it will.

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
  return { status = "Suspended", message = "ScheduledBackup is suspended" }
end
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for ScheduledBackup" }
end
local next = text(status.nextScheduleTime, text(status.lastCheckTime, ""))
if next == "" then
  return { status = "Progressing", message = "Waiting for the schedule to be read" }
end
return {
  status = "Healthy",
  message = "Last backup: " .. text(status.lastScheduleTime, "none yet"),
}
