-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- An engine image of Longhorn. Its state decides; ready says why it is not deployed.

local states = {
  deployed = "Healthy", deploying = "Progressing", incompatible = "Degraded", error =
  "Degraded",
}

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for EngineImage" }
end

local message = "EngineImage is " .. state
local cause = explain(condition(obj, "ready"), "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
