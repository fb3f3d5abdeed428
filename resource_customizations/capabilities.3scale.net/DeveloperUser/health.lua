-- uses: map, is_stale, condition, explain
-- A user of a developer account in 3scale. Its state says whether an administrator has suspended
-- it.

local status = map(obj.status)

local waiting = "Waiting for 3scale DeveloperUser status"
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end
if status.developerUserState == "suspended" then
  return { status = "Suspended", message = "DeveloperUser is suspended" }
end
for _, name in ipairs({ "Failed", "Invalid", "Orphan" }) do
  local failed = condition(obj, name)
  if failed.status == "True" then
    return { status = "Degraded", message = explain(failed, "DeveloperUser is " .. name) }
  end
end
local ready = condition(obj, "Ready")
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "DeveloperUser is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "DeveloperUser is not ready") }
end
return { status = "Progressing", message = explain(ready, waiting) }
