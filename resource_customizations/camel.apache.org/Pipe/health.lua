-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A pipe of Camel K. Its phase decides; IntegrationError, or else Ready, says why.

local states = { Ready = "Healthy", Creating = "Progressing", Error = "Degraded" }

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for Pipe", phase)
end

local message = "Pipe is " .. phase
local failed = condition(obj, "IntegrationError")
local cause = explain(failed.status == "True" and failed or condition(obj, "Ready"), "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
