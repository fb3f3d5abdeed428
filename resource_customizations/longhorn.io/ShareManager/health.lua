-- uses: map, text, is_stale
-- vitals:profiles combined
-- What shares a volume of Longhorn over NFS. Its state decides.

local states = {
  running = "Healthy", stopped = "Healthy", starting = "Progressing", stopping = "Progressing",
  error = "Degraded", unknown = "Unknown",
}

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for ShareManager" }
end
return { status = states[state] or "Progressing", message = "ShareManager is " .. state }
