-- uses: map, is_stale, condition, explain
-- A hook that runs in the containers of an application: enabled or disabled by its
-- specification. It is ready as soon as it exists.

local spec = map(obj.spec)
local status = map(obj.status)

if spec.enabled == false then
  return { status = "Suspended", message = "ExecHook is disabled" }
end
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for ExecHook" }
end
local ready = condition(obj, "Ready")
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "ExecHook is not ready") }
end
return { status = "Healthy", message = "ExecHook is enabled" }
