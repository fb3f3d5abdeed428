-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A dataset of Fluid. Its phase decides.

local states = {
  Bound = "Healthy", NotBound = "Progressing", Pending = "Progressing", Updating =
  "Progressing", DataMigrating = "Progressing", Failed = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for Dataset" }
end

local message = "Dataset is " .. phase
local cause = explain(condition(obj, "Ready"), "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
