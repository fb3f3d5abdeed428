-- uses: map, text, is_stale
-- A backup of a PostgreSQL cluster of CloudNativePG. Its phase decides.

local states = {
  completed = "Healthy", pending = "Progressing", started = "Progressing",
  running = "Progressing", finalizing = "Progressing", failed = "Degraded",
  walArchivingFailing = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for Backup" }
end

local message = "Backup is " .. phase
local details = text(status.error, "")
if details ~= "" then
  message = message .. ": " .. details
end
return { status = states[phase] or "Progressing", message = message }
