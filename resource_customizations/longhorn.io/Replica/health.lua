-- uses: map, text, is_stale
-- vitals:profiles combined
-- A replica of a volume of Longhorn. currentState decides; a stopped one belongs to a detached
-- volume.

local states = {
  running = "Healthy", stopped = "Healthy", starting = "Progressing", stopping = "Progressing",
  error = "Degraded", unknown = "Unknown",
}

local status = map(obj.status)

local state = text(status.currentState, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for Replica" }
end
return { status = states[state] or "Progressing", message = "Replica is " .. state }
