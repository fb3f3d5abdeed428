-- uses: map, text, is_stale
-- vitals:profiles combined
-- A database of ArangoDB. Its phase decides.

-- All other states are steps on the way.
local states = { Running = "Healthy", Failed = "Degraded" }

local status = map(obj.status)

local phase = text(status.phase, "")

if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for ArangoDeployment" }
end

local message = "ArangoDeployment is " .. phase
local cause = text(status.reason, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
