-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- The multicluster engine. Its phase decides; what failed, or else Progressing, says why.

local states = {
  Available = "Healthy", Progressing = "Progressing", Updating = "Progressing", Uninstalling =
  "Progressing", Paused = "Suspended", Unimplemented = "Degraded", Error = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for MultiClusterEngine", phase)
end

local message = "MultiClusterEngine is " .. phase
local cause = explain(condition(obj, "Progressing"), "")
for _, name in ipairs({ "Failure", "ComponentFailure" }) do
  local failed = condition(obj, name)
  if failed.status == "True" then
    cause = explain(failed, name)
    break
  end
end
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
