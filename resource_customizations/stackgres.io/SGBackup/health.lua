-- uses: map, text, is_stale
-- vitals:profiles combined
-- A backup of a cluster of StackGres. The status of its process decides.

local states = {
  Completed = "Healthy", Pending = "Progressing", Running = "Progressing", Failed = "Degraded",
}

local status = map(obj.status)

local state = text(map(status.process).status, "")

if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for SGBackup" }
end

local message = "SGBackup is " .. state
local cause = text(map(status.process).failure, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
