-- uses: map, is_stale, condition, explain
-- An installation of a stack of Crossplane before 0.14. Ready and Synced, of its conditioned
-- status, decide.

local status = map(obj.status)
local conditioned = { metadata = obj.metadata, status = status.conditionedStatus }
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for stack to be installed" }
end
local synced = condition(conditioned, "Synced")
if synced.status == "False" then
  return { status = "Degraded", message = explain(synced, "The stack is not synced") }
end
local ready = condition(conditioned, "Ready")
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "Resource is available for use") }
end
return { status = "Progressing", message = explain(ready, "Waiting for stack to be installed") }
