-- uses: map, text, is_stale, waits
-- vitals:profiles combined
-- A route of Emissary-ingress. Its state decides; it is often not written.

local states = { Running = "Healthy", Inactive = "Degraded" }

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for Mapping", state)
end
if state == "" then
  return { status = "Healthy", message = "Mapping has no error" }
end

local message = "Mapping is " .. state
local cause = text(status.reason, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
