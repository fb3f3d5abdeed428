-- uses: map, text, is_stale, condition, explain, waits
-- A job of OpenKruise that runs on every node: its phase decides, and conditions say why it
-- failed.

local spec = map(obj.spec)
local status = map(obj.status)

local health = {
  completed = "Healthy", failed = "Degraded", paused = "Suspended", running = "Progressing",
}

local phase = text(status.phase, "")
if spec.paused == true then
  return { status = "Suspended", message = "BroadcastJob is paused" }
end
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for BroadcastJob", phase)
end
local message = "BroadcastJob is " .. phase
if phase == "failed" then
  message = explain(condition(obj, "Failed"), message)
end
if phase == "completed" then
  message = explain(condition(obj, "Complete"), message)
end
return { status = health[phase] or "Progressing", message = message }
