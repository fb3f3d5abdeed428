-- uses: map, text, is_stale
-- A challenge of an ACME server. Its state decides.

local states = {
  valid = "Healthy", errored = "Degraded", expired = "Degraded", invalid = "Degraded",
  pending = "Progressing", processing = "Progressing", ready = "Progressing",
}

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for Challenge" }
end

local message = "Challenge is " .. state
local details = text(status.reason, "")
if details ~= "" then
  message = message .. ": " .. details
end
return { status = states[state] or "Progressing", message = message }
