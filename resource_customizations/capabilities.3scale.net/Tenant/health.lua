-- uses: map, is_stale, condition, explain
-- A tenant of 3scale.

local status = map(obj.status)

local waiting = "Waiting for 3scale Tenant status"
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end
local ready = condition(obj, "Ready")
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "Tenant is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "Tenant is not ready") }
end
return { status = "Progressing", message = explain(ready, waiting) }
