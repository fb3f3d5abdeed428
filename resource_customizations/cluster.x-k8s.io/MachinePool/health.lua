-- uses: map, text, is_stale, condition, explain, waits
-- A pool of machines: its phase decides. A pool that is scaling serves, so it is healthy.

local spec = map(obj.spec)
local status = map(obj.status)

local serving = { Running = true, Scaling = true, ScalingDown = true, ScalingUp = true }

local phase = text(status.phase, "")
local ready = condition(obj, "Ready")
if spec.paused == true then
  return { status = "Suspended", message = "MachinePool is paused" }
end
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for MachinePool", explain(ready, ""))
end
if phase == "Failed" then
  local message = text(status.failureMessage, explain(ready, "MachinePool has failed"))
  return { status = "Degraded", message = message }
end
if serving[phase] and ready.status == "False" and ready.severity ~= "Info" then
  return { status = "Degraded", message = explain(ready, "MachinePool is not ready") }
end
if serving[phase] and ready.status ~= "False" then
  return { status = "Healthy", message = "MachinePool is " .. phase }
end
return { status = "Progressing", message = explain(ready, "MachinePool is " .. phase) }
