-- A cron job is degraded when its last run did not succeed and none is running. Times are RFC 3339
-- in UTC, so their text is in order.

local status = obj.status
if obj.spec ~= nil and obj.spec.suspend then
  return { status = "Healthy", message = "CronJob is Suspended" }
end
if status == nil then
  return { status = "Progressing", message = "Waiting for CronJob" }
end

local generation = obj.metadata.generation
local observed = status.observedGeneration
if generation ~= nil and observed ~= nil and observed < generation then
  return { status = "Progressing", message = "Waiting for CronJob" }
end

if status.active ~= nil and #status.active > 0 then
  return { status = "Healthy", message = "CronJob is running" }
end
if status.lastScheduleTime == nil then
  return { status = "Healthy", message = "CronJob has not been scheduled yet" }
end
if status.lastSuccessfulTime == nil then
  return {
    status = "Healthy",
    message = "The CronJob never completed successfully. It may not be healthy",
  }
end
if status.lastSuccessfulTime < status.lastScheduleTime then
  return {
    status = "Degraded",
    message = "CronJob has not completed its last execution successfully",
  }
end
return { status = "Healthy", message = "CronJob has completed its last execution successfully" }
