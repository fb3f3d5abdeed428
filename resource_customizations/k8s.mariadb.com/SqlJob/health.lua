-- uses: map, text, is_stale, condition, explain, waits
-- A script that is run in MariaDB. The reason and the message of Complete decide.

local failures = { CronJobFailed = true, Failed = true, JobFailed = true }

local status = map(obj.status)

local complete = condition(obj, "Complete")
if is_stale(obj, status.observedGeneration) or complete.status == nil then
  return waits("Waiting for SqlJob", explain(complete, ""))
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
