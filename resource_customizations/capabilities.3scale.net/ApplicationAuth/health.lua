-- uses: map, is_stale, condition, explain
-- Credentials of an application of 3scale.

local status = map(obj.status)

local waiting = "Waiting for 3scale ApplicationAuth status"
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end
local failed = condition(obj, "Failed")
if failed.status == "True" then
  return { status = "Degraded", message = explain(failed, "ApplicationAuth is Failed") }
end
local ready = condition(obj, "Ready")
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "ApplicationAuth is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "ApplicationAuth is not ready") }
end
return { status = "Progressing", message = explain(ready, waiting) }
