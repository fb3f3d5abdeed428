-- uses: map, is_stale, condition, explain
-- An external secret is healthy once its Secret was synced: Ready is True.

local status = map(obj.status)

local waiting = "Waiting for ExternalSecret"
local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "ExternalSecret is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "ExternalSecret is not ready") }
end
return { status = "Progressing", message = explain(ready, waiting) }
