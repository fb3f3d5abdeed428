-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Volume groups of LVM Storage. The state decides.

local states = {
  Ready = "Healthy", Progressing = "Progressing", Unknown = "Progressing", Degraded =
  "Degraded", Failed = "Degraded",
}

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for LVMCluster" }
end

local message = "LVMCluster is " .. state
local cause = explain(condition(obj, "VolumeGroupsReady"), "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
