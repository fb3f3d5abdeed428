-- A schedule of backups: enabled or disabled by its specification. What went wrong is in its
-- error.

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

if spec.enabled == false then
  return { status = "Suspended", message = "Schedule is disabled" }
end
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Schedule" }
end
local problem = text(status.error, "")
if problem ~= "" then
  return { status = "Degraded", message = problem }
end
local last = text(status.lastScheduleTime, "")
if last == "" then
  return { status = "Healthy", message = "Protection policy has not been executed yet" }
end
return { status = "Healthy", message = "Protection policy was last executed at " .. last }
