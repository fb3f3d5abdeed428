-- uses: map, text, is_stale
-- vitals:profiles combined
-- Sites, links, listeners and connectors of Skupper. Their status decides.

local states = { Ready = "Healthy", Pending = "Progressing", Error = "Degraded" }

local status = map(obj.status)

local state = text(status.status, "")

if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for the object" }
end

local message = "The object is " .. state
local cause = text(status.message, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
