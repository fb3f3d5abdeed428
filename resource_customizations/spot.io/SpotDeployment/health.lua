-- uses: map, text, is_stale, condition, explain, waits, failures
-- A deployment of Spot Ocean CD. Its phase decides.

local phases = { Degraded = "Degraded", Healthy = "Healthy", Paused = "Suspended" }

local status = map(obj.status)

local phase = text(status.phase, "")
-- Generations are texts here, or hashes, which have no order.
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for SpotDeployment", phase)
end
local reason = explain(condition(obj, "InvalidSpec"), explain(condition(obj, "Progressing"), phase))
local message = text(status.message, reason)
if phases[phase] == nil and phase ~= "Progressing" then
  message = "SpotDeployment is " .. phase .. ": " .. message
end
local fails = failures[phase] and "Degraded" or "Progressing"
return { status = phases[phase] or fails, message = message }
