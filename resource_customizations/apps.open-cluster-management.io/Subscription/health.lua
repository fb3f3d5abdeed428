-- uses: map, text, is_stale
-- vitals:profiles combined
-- An application of Open Cluster Management. Its phase decides.

local states = {
  Propagated = "Healthy", Subscribed = "Healthy", PreHookSucessful = "Progressing",
  Failed = "Degraded", PropagationFailed = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")

if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for Subscription" }
end

local message = "Subscription is " .. phase
local cause = text(status.reason, text(status.message, ""))
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
