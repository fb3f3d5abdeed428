-- uses: map, text, is_stale
-- vitals:profiles combined
-- A build of OpenShift. Its phase decides.

local states = {
  Complete = "Healthy", New = "Progressing", Pending = "Progressing", Running = "Progressing",
  Failed = "Degraded", Error = "Degraded", Cancelled = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for Build" }
end

local message = "Build is " .. phase
local cause = text(status.message, text(status.reason, ""))
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
