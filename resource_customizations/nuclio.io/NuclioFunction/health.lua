-- uses: map, text, is_stale
-- vitals:profiles combined
-- A function of Nuclio. Its state decides.

local states = {
  ready = "Healthy", waitingForBuild = "Progressing", building = "Progressing",
  waitingForResourceConfiguration = "Progressing", configuringResources = "Progressing",
  waitingForScaleResourceFromZero = "Progressing", waitingForScaleResourceToZero = "Progressing",
  scaledToZero = "Suspended", imported = "Suspended", error = "Degraded", unhealthy = "Degraded",
}

local status = map(obj.status)

local state = text(status.state, "")

if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for the function" }
end

local message = "The function is " .. state
local cause = text(status.message, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
