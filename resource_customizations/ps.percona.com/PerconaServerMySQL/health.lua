-- uses: map, text, is_stale, waits
-- vitals:profiles combined
-- A MySQL server of Percona. Its state decides.

local states = {
  ready = "Healthy", initializing = "Progressing", stopping = "Progressing", paused = "Suspended",
  error = "Degraded",
}

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return waits("Waiting for PerconaServerMySQL", state)
end

local message = "PerconaServerMySQL is " .. state
local details = text(map(status.messages)[1], "")
if details ~= "" then
  message = message .. ": " .. details
end
return { status = states[state] or "Progressing", message = message }
