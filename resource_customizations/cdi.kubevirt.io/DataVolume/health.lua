-- uses: map, text, is_stale, condition, explain, waits
-- A volume that CDI fills with data: its phase decides, and Running says why an import does not
-- get on.

local status = map(obj.status)

local health = {
  Succeeded = "Healthy", Failed = "Degraded", Paused = "Suspended",
}

-- Reasons for which the pod that imports does not run.
local broken = {
  CrashLoopBackOff = true, Error = true, ErrImagePull = true, ImagePullBackOff = true,
}

local phase = text(status.phase, "")
local running = condition(obj, "Running")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for DataVolume", explain(running, ""))
end
if health[phase] == "Healthy" then
  return { status = "Healthy", message = "DataVolume is " .. phase }
end
local message = "DataVolume is " .. phase
local cause = explain(running, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
if running.status == "False" and broken[running.reason] then
  return { status = "Degraded", message = message }
end
return { status = health[phase] or "Progressing", message = message }
