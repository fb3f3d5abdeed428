-- uses: map, text, is_stale
-- vitals:profiles combined
-- A policy of NGINX Ingress Controller. Its state decides.

local states = { Valid = "Healthy", Warning = "Degraded", Invalid = "Degraded" }

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for Policy" }
end

local message = "Policy is " .. state
local cause = text(status.message, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
