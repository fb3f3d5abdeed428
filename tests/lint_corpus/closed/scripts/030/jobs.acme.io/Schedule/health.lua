if obj.spec.suspend == true then
  return { status = "Suspended", message = "Schedule is suspended" }
end

local active, failed = 0, 0
if obj.status ~= nil then
  active = #(obj.status.active or {})
  failed = obj.status.failedJobs or 0
end

if failed >= 3 then
  return { status = "Degraded", message = "The last " .. failed .. " jobs failed" }
end
if obj.status == nil or obj.status.lastScheduleTime == nil then
  return { status = "Progressing", message = "Has not been scheduled yet" }
end
return { status = "Healthy", message = active .. " jobs are active" }
