-- uses: map, text, is_stale
-- A job of OpenKruise that runs by a schedule. Once it has a status it is Degraded until its
-- first run.

local spec = map(obj.spec)
local status = map(obj.status)

if spec.paused == true then
  return { status = "Suspended", message = "AdvancedCronJob is paused" }
end
if obj.status == nil or is_stale(obj, status.observedGeneration) then
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
