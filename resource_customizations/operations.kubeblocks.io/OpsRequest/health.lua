-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- An operation on a cluster of KubeBlocks. Its phase decides.

local states = {
  Succeed = "Healthy", Pending = "Progressing", Creating = "Progressing", Running =
  "Progressing", Cancelling = "Progressing", Cancelled = "Healthy", Aborted = "Degraded", Failed
  = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for OpsRequest" }
end

local message = "OpsRequest is " .. phase
local cause = explain(condition(obj, "Failed"), "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
