-- uses: map, text, is_stale, waits
-- vitals:profiles combined
-- A build of Camel K. Its phase decides; error and failure say why.

local states = {
  Succeeded = "Healthy", Initialization = "Progressing", Scheduling = "Progressing", Pending =
  "Progressing", Running = "Progressing", Failed = "Degraded", Error = "Degraded", Interrupted =
  "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for Build", phase)
end

local message = "Build is " .. phase
local cause = text(status.error, text(map(status.failure).reason, ""))
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
