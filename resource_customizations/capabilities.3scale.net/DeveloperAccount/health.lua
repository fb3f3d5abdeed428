-- uses: map, is_stale, condition, explain
-- An account of a developer in 3scale. Waiting says that an administrator must approve it.

local status = map(obj.status)

local waiting = "Waiting for 3scale DeveloperAccount status"
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end
local waits = condition(obj, "Waiting")
if waits.status == "True" then
  return { status = "Suspended", message = explain(waits, "DeveloperAccount waits for approval") }
end
for _, name in ipairs({ "Failed", "Invalid" }) do
  local failed = condition(obj, name)
  if failed.status == "True" then
    return { status = "Degraded", message = explain(failed, "DeveloperAccount is " .. name) }
  end
end
local ready = condition(obj, "Ready")
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "DeveloperAccount is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "DeveloperAccount is not ready") }
end
return { status = "Progressing", message = explain(ready, waiting) }
