-- uses: map, text, is_stale, condition, explain, waits
-- A running virtual machine of KubeVirt. Paused, Ready and the phase decide.

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("No status available", phase)
end
local paused = condition(obj, "Paused")
if paused.status == "True" then
  return { status = "Suspended", message = explain(paused, "Paused") }
end
if phase == "Succeeded" then
  return { status = "Suspended", message = phase }
end
local ready = condition(obj, "Ready")
if phase == "Failed" or phase == "Unknown" then
  return { status = "Degraded", message = phase .. ": " .. explain(ready, "no reason given") }
end
if phase == "Running" and ready.status == "True" then
  return { status = "Healthy", message = phase }
end
return { status = "Progressing", message = phase .. ": " .. explain(ready, "not ready yet") }
