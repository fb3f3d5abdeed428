-- uses: map, is_stale, condition, explain
-- A grant in MariaDB. Ready decides, and its reason.

local status = map(obj.status)

if map(obj.spec).suspend == true then
  return { status = "Suspended", message = "Grant is suspended" }
end

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for Grant" }
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "Grant is ready") }
end
if ready.reason == "Failed" then
  return { status = "Degraded", message = explain(ready, "Grant has failed") }
end
return { status = "Progressing", message = explain(ready, "Waiting for Grant") }
