-- uses: map, text, is_stale
-- vitals:profiles combined
-- NVIDIA's network drivers. The state decides.

local states = {
  ready = "Healthy", notReady = "Progressing", ignore = "Healthy", error = "Degraded",
}

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for NicClusterPolicy" }
end

local message = "NicClusterPolicy is " .. state
local cause = text(status.reason, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[state] or "Progressing", message = message }
