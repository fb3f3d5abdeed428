-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Workloads that are queued together. The phase decides.

local states = {
  Running = "Healthy", Succeeded = "Healthy", Resuming = "Progressing", Resetting =
  "Progressing", Suspending = "Progressing", Terminating = "Progressing", Suspended =
  "Suspended", Failed = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for AppWrapper" }
end

local message = "AppWrapper is " .. phase
local cause = explain(condition(obj, "Unhealthy"), "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
