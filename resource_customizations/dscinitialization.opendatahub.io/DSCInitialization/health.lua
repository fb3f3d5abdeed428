-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- What Open Data Hub needs in a cluster. The phase decides; ReconcileComplete says why.

local states = {
  Ready = "Healthy", Progressing = "Progressing", ["Not Ready"] = "Progressing",
  Deleting = "Progressing", Error = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for DSCInitialization" }
end

local message = "DSCInitialization is " .. phase
local cause = explain(condition(obj, "ReconcileComplete"), "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
