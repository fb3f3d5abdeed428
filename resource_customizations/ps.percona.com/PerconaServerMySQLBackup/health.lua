-- uses: map, text, is_stale
-- vitals:profiles combined
-- A backup of a MySQL server of Percona. Its state decides.

local states = {
  Succeeded = "Healthy", New = "Progressing", Starting = "Progressing", Running = "Progressing",
  Failed = "Degraded", Error = "Degraded",
}

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for PerconaServerMySQLBackup" }
end

local message = "PerconaServerMySQLBackup is " .. state
local details = text(status.stateDescription, "")
if details ~= "" then
  message = message .. ": " .. details
end
return { status = states[state] or "Progressing", message = message }
