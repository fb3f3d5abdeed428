-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A backing store of NooBaa. Its phase decides.

local states = {
  Ready = "Healthy", Verifying = "Progressing", Creating = "Progressing", Connecting =
  "Progressing", Configuring = "Progressing", Deleting = "Progressing", Rejected = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for BackingStore" }
end

local message = "BackingStore is " .. phase
local cause = explain(condition(obj, "Available"), "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
