-- uses: map, text, is_stale
-- vitals:profiles combined
-- A schedule of jobs of Ray. It can be suspended; scheduleStatus, of some releases, says whether
-- it is valid.

local status = map(obj.status)

if map(obj.spec).suspend == true then
  return { status = "Suspended", message = "RayCronJob is suspended" }
end
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for RayCronJob" }
end
if status.scheduleStatus == "validationFailed" then
  return { status = "Degraded", message = "The schedule is not valid" }
end
return { status = "Healthy", message = "Last job: " .. text(status.lastScheduleTime, "none yet") }
