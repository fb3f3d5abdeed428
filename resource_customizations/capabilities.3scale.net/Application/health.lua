-- uses: map, is_stale, condition, explain
-- An application that uses a product of 3scale. Its state says whether it is suspended.

local status = map(obj.status)

local waiting = "Waiting for 3scale Application status"
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end
if status.state == "suspended" then
  return { status = "Suspended", message = "Application is suspended" }
end
local ready = condition(obj, "Ready")
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "Application is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "Application is not ready") }
end
return { status = "Progressing", message = explain(ready, waiting) }
