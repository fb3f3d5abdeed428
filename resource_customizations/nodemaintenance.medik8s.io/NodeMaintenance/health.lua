-- uses: map, text, is_stale
-- vitals:profiles combined
-- The maintenance of a node. Its phase decides.

local states = { Succeeded = "Healthy", Running = "Progressing", Failed = "Degraded" }

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for NodeMaintenance" }
end

local message = "NodeMaintenance is " .. phase
local cause = text(status.lastError, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
