-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A policy of Kubewarden for the cluster. policyStatus decides.

local states = {
  active = "Healthy", pending = "Progressing", scheduled = "Progressing", unscheduled =
  "Progressing", unschedulable = "Degraded",
}

local status = map(obj.status)

local policyStatus = text(status.policyStatus, "")
if is_stale(obj, status.observedGeneration) or policyStatus == "" then
  return { status = "Progressing", message = "Waiting for the policy" }
end

local message = "The policy is " .. policyStatus
local cause = explain(condition(obj, "PolicyActive"), "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[policyStatus] or "Progressing", message = message }
