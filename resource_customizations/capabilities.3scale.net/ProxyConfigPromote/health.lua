-- uses: map, is_stale, condition, explain
-- The promotion of a configuration in 3scale.

local status = map(obj.status)

local waiting = "Waiting for 3scale ProxyConfigPromote status"
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end
local running = condition(obj, "In-progress")
if running.status == "True" then
  return { status = "Progressing", message = explain(running, "The promotion is in progress") }
end
local failed = condition(obj, "Failed")
if failed.status == "True" then
  return { status = "Degraded", message = explain(failed, "ProxyConfigPromote is Failed") }
end
local ready = condition(obj, "Ready")
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "ProxyConfigPromote is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "ProxyConfigPromote is not ready") }
end
return { status = "Progressing", message = explain(ready, waiting) }
