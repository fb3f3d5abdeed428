-- A script that is run in MariaDB. The reason and the message of Complete decide.

local failures = { CronJobFailed = true, Failed = true, JobFailed = true }

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

-- The condition of a type, or an empty one.
local function condition(name)
  for _, candidate in ipairs(map(status.conditions)) do
    if map(candidate).type == name and not is_stale(candidate.observedGeneration) then
      return candidate
    end
  end
  return {}
end

local complete = condition("Complete")
if is_stale(status.observedGeneration) or complete.status == nil then
  return { status = "Progressing", message = "Waiting for SqlJob" }
end

local reason = text(complete.reason, "NoReason")
local message = text(complete.message, reason)
-- A failed job can be complete, and a scheduled one need not have run yet.
if complete.message == "Failed" or failures[reason] then
  return { status = "Degraded", message = message }
end
if complete.status == "True" or reason == "CronJobScheduled" then
  return { status = "Healthy", message = message }
end
if reason == "JobSuspended" or reason == "CronJobSuspended" then
  return { status = "Suspended", message = message }
end
return { status = "Progressing", message = message }
