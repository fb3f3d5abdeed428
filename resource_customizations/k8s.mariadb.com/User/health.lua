-- uses: map, is_stale, condition, explain
-- A user in MariaDB. Ready decides, and its reason.

local status = map(obj.status)

if map(obj.spec).suspend == true then
  return { status = "Suspended", message = "User is suspended" }
end

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for User" }
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "User is ready") }
end
if ready.reason == "Failed" then
  return { status = "Degraded", message = explain(ready, "User has failed") }
end
return { status = "Progressing", message = explain(ready, "Waiting for User") }
