-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- The components of Open Data Hub. The phase decides; Ready says why.

local states = {
  Ready = "Healthy", Progressing = "Progressing", ["Not Ready"] = "Progressing",
  Deleting = "Progressing", Error = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for DataScienceCluster" }
end

local message = "DataScienceCluster is " .. phase
local cause = explain(condition(obj, "Ready"), "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
