-- uses: map, text, is_stale
-- vitals:profiles combined
-- Storage of Dell, by its operator. Its state decides.

local states = {
  Succeeded = "Healthy", Running = "Healthy", Creating = "Progressing", Updating = "Progressing",
  Failed = "Degraded", InvalidConfig = "Degraded",
}

local status = map(obj.status)

local state = text(status.state, "")

if is_stale(obj, status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for the storage module" }
end
return { status = states[state] or "Progressing", message = "The storage module is " .. state }
