-- uses: map, is_stale, condition, explain
-- A stack of Pulumi. Stalled, Reconciling and Ready decide.

local status = map(obj.status)

local stalled = condition(obj, "Stalled")
local reconciling = condition(obj, "Reconciling")
local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Stack" }
end
if stalled.status == "True" then
  return { status = "Degraded", message = explain(stalled, "Stack is stalled") }
end
if reconciling.status == "True" then
  return { status = "Progressing", message = explain(reconciling, "Stack is being processed") }
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "Stack is up to date") }
end
return { status = "Progressing", message = explain(ready, "Waiting for Stack") }
