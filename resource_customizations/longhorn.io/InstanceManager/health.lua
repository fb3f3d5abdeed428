-- uses: map, text, is_stale
-- vitals:profiles combined
-- An instance manager of Longhorn. Its state decides.

local states = {
  running = "Healthy", stopped = "Healthy", starting = "Progressing", error = "Degraded",
  unknown = "Unknown",
}

local status = map(obj.status)

local currentState = text(status.currentState, "")
if is_stale(obj, status.observedGeneration) or currentState == "" then
  return { status = "Progressing", message = "Waiting for InstanceManager" }
end
return {
  status = states[currentState] or "Progressing",
  message = "InstanceManager is " .. currentState,
}
