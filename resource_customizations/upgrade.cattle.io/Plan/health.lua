-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- An upgrade of nodes by the system upgrade controller. Complete decides; Validated and
-- LatestResolved come before it. Complete is False with the reason of a job that failed.

local status = map(obj.status)

local complete = condition(obj, "Complete")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for Plan", explain(complete, ""))
end
for _, name in ipairs({ "Validated", "LatestResolved" }) do
  local found = condition(obj, name)
  if found.status == "False" then
    return { status = "Degraded", message = explain(found, name .. " is False") }
  end
end
if complete.status == nil then
  return { status = "Progressing", message = "Waiting for Plan" }
end
if complete.status == "True" then
  return { status = "Healthy", message = text(complete.message, "All nodes are upgraded") }
end
if complete.reason == "JobFailed" then
  return { status = "Degraded", message = explain(complete, "A job has failed") }
end
return { status = "Progressing", message = explain(complete, "Waiting for Plan") }
