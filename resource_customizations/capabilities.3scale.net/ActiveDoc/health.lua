-- uses: map, is_stale, condition, explain
-- The documentation of an API in 3scale.

local status = map(obj.status)

local waiting = "Waiting for 3scale ActiveDoc status"
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end
for _, name in ipairs({ "Failed", "Invalid", "Orphan" }) do
  local failed = condition(obj, name)
  if failed.status == "True" then
    return { status = "Degraded", message = explain(failed, "ActiveDoc is " .. name) }
  end
end
local ready = condition(obj, "Ready")
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "ActiveDoc is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "ActiveDoc is not ready") }
end
return { status = "Progressing", message = explain(ready, waiting) }
