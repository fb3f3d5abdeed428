-- uses: map, is_stale, condition, explain
-- A Secret that is pushed to stores: Ready reports whether all of them have it.

local status = map(obj.status)

local waiting = "Waiting for PushSecret"
local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "PushSecret is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "PushSecret is not ready") }
end
return { status = "Progressing", message = explain(ready, waiting) }
