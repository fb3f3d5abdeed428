-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- A restore of MariaDB. Complete decides, and its reason.

local status = map(obj.status)

local found = condition(obj, "Complete")
if is_stale(obj, status.observedGeneration) or found.status == nil then
  return { status = "Progressing", message = "Waiting for Restore" }
end
if found.status == "True" then
  return { status = "Healthy", message = explain(found, "Restore is complete") }
end
if found.reason == "Failed" or found.reason == "JobFailed" then
  return { status = "Degraded", message = explain(found, "Restore has failed") }
end
return { status = "Progressing", message = explain(found, "Waiting for Restore") }
