-- uses: map, text, is_stale
-- A cron job is degraded when its last run did not succeed and none is running. Times are RFC
-- 3339 in UTC, so their text is in order.

local spec = map(obj.spec)
local status = map(obj.status)

local scheduled = text(status.lastScheduleTime, "")
local succeeded = text(status.lastSuccessfulTime, "")
if spec.suspend == true then
  return { status = "Healthy", message = "CronJob is Suspended" }
end
if obj.status == nil or is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for CronJob" }
end
if next(map(status.active)) ~= nil then
  return { status = "Healthy", message = "CronJob is running" }
end
if scheduled == "" then
  return { status = "Healthy", message = "CronJob has not been scheduled yet" }
end
if succeeded == "" then
  return {
    status = "Healthy",
    message = "The CronJob never completed successfully. It may not be healthy",
  }
end
if succeeded < scheduled then
  return {
    status = "Degraded",
    message = "CronJob has not completed its last execution successfully",
  }
end
return { status = "Healthy", message = "CronJob has completed its last execution successfully" }
