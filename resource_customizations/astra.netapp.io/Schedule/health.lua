-- uses: map, text, is_stale
-- A schedule of backups: enabled or disabled by its specification. What went wrong is in its
-- error.

local spec = map(obj.spec)
local status = map(obj.status)

if spec.enabled == false then
  return { status = "Suspended", message = "Schedule is disabled" }
end
if is_stale(obj, status.observedGeneration) then
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
