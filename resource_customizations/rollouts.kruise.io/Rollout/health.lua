-- uses: map, text, is_stale, waits, failures
-- A rollout of OpenKruise. Its phase decides; a step can wait for somebody.

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for Rollout", phase)
end

if phase == "Healthy" then
  return { status = "Healthy", message = text(status.message, "Rollout is Healthy") }
end
if phase == "Disabled" or phase == "Terminating" then
  return { status = "Degraded", message = "Rollout is " .. phase }
end
if map(obj.spec).paused == true then
  return { status = "Suspended", message = "Rollout is paused" }
end
local strategy = map(status.canaryStatus or status.blueGreenStatus)
if strategy.currentStepState == "StepPaused" then
  return { status = "Suspended", message = text(status.message, "A step waits for approval") }
end
local words, said = "Rollout is " .. phase, text(status.message, "")
words = said == "" and words or words .. ": " .. said
return { status = failures[phase] and "Degraded" or "Progressing", message = words }
