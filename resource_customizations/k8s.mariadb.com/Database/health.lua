-- uses: map, is_stale, condition, explain
-- A database in MariaDB. Ready decides, and its reason.

local status = map(obj.status)

if map(obj.spec).suspend == true then
  return { status = "Suspended", message = "Database is suspended" }
end

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for Database" }
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "Database is ready") }
end
if ready.reason == "Failed" then
  return { status = "Degraded", message = explain(ready, "Database has failed") }
end
return { status = "Progressing", message = explain(ready, "Waiting for Database") }
