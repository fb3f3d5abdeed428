-- uses: map, is_stale, condition, explain
-- A MariaDB of mariadb-operator. Ready decides, and its reason.

local status = map(obj.status)

if map(obj.spec).suspend == true then
  return { status = "Suspended", message = "MariaDB is suspended" }
end

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for MariaDB" }
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "MariaDB is ready") }
end
if ready.reason == "Failed" then
  return { status = "Degraded", message = explain(ready, "MariaDB has failed") }
end
return { status = "Progressing", message = explain(ready, "Waiting for MariaDB") }
