-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- A MaxScale in front of MariaDB. Ready decides, and its reason.

local status = map(obj.status)

if map(obj.spec).suspend == true then
  return { status = "Suspended", message = "MaxScale is suspended" }
end

local found = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or found.status == nil then
  return { status = "Progressing", message = "Waiting for MaxScale" }
end
if found.status == "True" then
  return { status = "Healthy", message = explain(found, "MaxScale is ready") }
end
if found.reason == "Failed" or found.reason == "JobFailed" then
  return { status = "Degraded", message = explain(found, "MaxScale has failed") }
end
return { status = "Progressing", message = explain(found, "Waiting for MaxScale") }
