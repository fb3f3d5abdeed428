-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A model that an NVIDIA NIM serves. Its state decides; NIM_SERVICE_FAILED says what went wrong.

local states = {
  Ready = "Healthy", Pending = "Progressing", NotReady = "Progressing", Failed = "Degraded",
}

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for NIMService" }
end

local message = "NIMService is " .. state
local cause = explain(condition(obj, "NIM_SERVICE_FAILED"), "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
