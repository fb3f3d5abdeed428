-- uses: map, text, is_stale
-- vitals:profiles combined
-- Backups of CloudNativePG on a schedule. It works when it has run or knows when it will.

local status = map(obj.status)

if map(obj.spec).suspend == true then
  return { status = "Suspended", message = "ScheduledBackup is suspended" }
end
if is_stale(obj, status.observedGeneration) then
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
