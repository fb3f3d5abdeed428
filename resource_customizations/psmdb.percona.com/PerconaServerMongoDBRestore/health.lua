-- uses: map, text, is_stale
-- vitals:profiles combined
-- A restore of a MongoDB cluster of Percona. Its state decides.

local states = {
  ready = "Healthy", waiting = "Progressing", requested = "Progressing", running = "Progressing",
  error = "Degraded", rejected = "Degraded",
}

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for PerconaServerMongoDBRestore" }
end

local message = "PerconaServerMongoDBRestore is " .. state
local details = text(status.error, "")
if details ~= "" then
  message = message .. ": " .. details
end
return { status = states[state] or "Progressing", message = message }
