-- uses: map, text, is_stale
-- vitals:profiles combined
-- A backup of a volume of Longhorn. Its state decides.

local states = {
  Completed = "Healthy", New = "Progressing", Pending = "Progressing", InProgress = "Progressing",
  Deleting = "Progressing", Error = "Degraded", Unknown = "Unknown",
}

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for Backup" }
end

local message = "Backup is " .. state
local details = text(status.error, "")
if details ~= "" then
  message = message .. ": " .. details
end
return { status = states[state] or "Progressing", message = message }
