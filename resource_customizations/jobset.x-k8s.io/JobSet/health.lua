-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- A group of jobs. Failed, Completed and Suspended decide; without any of them it runs.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for JobSet" }
end
local failed = condition(obj, "Failed")
if failed.status == "True" then
  return { status = "Degraded", message = explain(failed, "JobSet has failed") }
end
local done = condition(obj, "Completed")
if done.status == "True" then
  return { status = "Healthy", message = explain(done, "JobSet is complete") }
end
local suspended = condition(obj, "Suspended")
if suspended.status == "True" or map(obj.spec).suspend == true then
  return { status = "Suspended", message = explain(suspended, "JobSet is suspended") }
end
return { status = "Progressing", message = "JobSet is running" }
