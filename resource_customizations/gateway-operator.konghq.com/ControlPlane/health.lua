-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A control plane of Kong, by its operator. Ready decides; a namespace that grants no watch
-- needs help.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for ControlPlane" }
end
local grant = condition(obj, "WatchNamespaceGrantValid")
if grant.status == "False" then
  return { status = "Degraded", message = explain(grant, "A WatchNamespaceGrant is missing") }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "ControlPlane is ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for ControlPlane") }
