-- uses: map, text, is_stale, waits
-- vitals:profiles combined
-- Actions of Kanister on applications and volumes. Its state decides.

local states = {
  complete = "Healthy", pending = "Progressing", running = "Progressing", failed = "Degraded",
}

local status = map(obj.status)

local state = text(status.state, "")

if is_stale(obj, status.observedGeneration) or state == "" then
  return waits("Waiting for ActionSet", state)
end

local message = "ActionSet is " .. state
local cause = text(map(status.error).message, text(map(status.error).Message, ""))
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
