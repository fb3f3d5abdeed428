-- uses: map, text, is_stale, condition, explain, waits
-- Resources of AWS that an ACK controller manages: Ready decides, or ACK.ResourceSynced before
-- there was Ready. ACK.Terminal is an error that only a change of the specification can mend.

local status = map(obj.status)

local waiting = "Waiting for resource to be ready"
local terminal = condition(obj, "ACK.Terminal")
if is_stale(obj, status.observedGeneration) then
  return waits(waiting, explain(terminal, ""))
end
if terminal.status == "True" then
  return { status = "Degraded", message = explain(terminal, "ACK.Terminal is True") }
end

local ready = condition(obj, "Ready")
if ready.type == nil then
  ready = condition(obj, "ACK.ResourceSynced")
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "Resource is ready") }
end
-- An error that a retry may mend, such as a reference to a resource that is not ready yet.
local recoverable = condition(obj, "ACK.Recoverable")
if recoverable.status == "True" then
  return { status = "Progressing", message = explain(recoverable, waiting) }
end
return { status = "Progressing", message = explain(ready, waiting) }
