-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Argo Rollouts, by its operator. Its phase decides.

local states = {
  Available = "Healthy", Pending = "Progressing", Unknown = "Unknown", Failure = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for Argo Rollouts" }
end

local message = "Argo Rollouts is " .. phase
local cause = explain(condition(obj, "Reconciled"), "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
