-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A hub of Advanced Cluster Management. Its phase decides; what failed or blocks an update, or
-- else Progressing, says why.

local states = {
  Running = "Healthy", Pending = "Progressing", Installing = "Progressing", Updating =
  "Progressing", Uninstalling = "Progressing", Paused = "Suspended", UpdatingBlocked =
  "Degraded", Error = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for MultiClusterHub", phase)
end

local message = "MultiClusterHub is " .. phase
local cause = explain(condition(obj, "Progressing"), "")
for _, name in ipairs({ "ComponentFailure", "Blocked" }) do
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
