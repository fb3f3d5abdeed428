-- uses: map, text, is_stale
-- vitals:profiles combined
-- A host of Emissary-ingress. Its state decides.

local states = {
  Ready = "Healthy", Initial = "Progressing", Pending = "Progressing", Error = "Degraded",
}

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for Host" }
end

local message = "Host is " .. state
local cause = text(status.errorReason, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
