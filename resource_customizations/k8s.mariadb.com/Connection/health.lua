-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- A connection to MariaDB. Ready decides, and its reason.

local status = map(obj.status)

local found = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or found.status == nil then
  return { status = "Progressing", message = "Waiting for Connection" }
end
if found.status == "True" then
  return { status = "Healthy", message = explain(found, "Connection is ready") }
end
if found.reason == "Failed" or found.reason == "JobFailed" then
  return { status = "Degraded", message = explain(found, "Connection has failed") }
end
return { status = "Progressing", message = explain(found, "Waiting for Connection") }
