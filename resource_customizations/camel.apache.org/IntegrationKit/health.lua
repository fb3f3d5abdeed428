-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- An image for integrations of Camel K. Its phase decides.

local states = {
  Ready = "Healthy", Initialization = "Progressing", ["Waiting For Platform"] = "Progressing",
  ["Build Submitted"] = "Progressing", ["Build Running"] = "Progressing", ["Cannot Build"] =
  "Degraded", Error = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for IntegrationKit" }
end

local message = "IntegrationKit is " .. phase
local cause = explain(condition(obj, "Ready"), "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
