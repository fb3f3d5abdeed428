-- uses: map, text, is_stale
-- vitals:profiles combined
-- A schedule of Spark applications. scheduleState says whether it is valid; it can be
-- suspended.

local states = {
  Scheduled = "Healthy", FailedValidation = "Degraded",
}

local status = map(obj.status)

if map(obj.spec).suspend == true then
  return { status = "Suspended", message = "ScheduledSparkApplication is suspended" }
end
local state = text(status.scheduleState, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for ScheduledSparkApplication" }
end

local message = "ScheduledSparkApplication is " .. state
local details = text(status.reason, "")
if details ~= "" then
  message = message .. ": " .. details
end
return { status = states[state] or "Progressing", message = message }
