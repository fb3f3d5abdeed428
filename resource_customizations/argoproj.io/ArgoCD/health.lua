-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- An Argo CD, by its operator. Reconciled reports what is wrong, then its phase decides.

local states = {
  Available = "Healthy", Pending = "Progressing", Unknown = "Unknown", Failed = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for Argo CD", phase)
end

local message = "Argo CD is " .. phase
local reconciled = condition(obj, "Reconciled")
local cause = explain(reconciled, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
if reconciled.status == "False" then
  return { status = "Degraded", message = message }
end
return { status = states[phase] or "Progressing", message = message }
