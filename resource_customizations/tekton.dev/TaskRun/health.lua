-- uses: map, is_stale, condition, explain
-- A run of a task of Tekton: Succeeded decides.

local status = map(obj.status)

local succeeded = condition(obj, "Succeeded")
if is_stale(obj, status.observedGeneration) or succeeded.status == nil then
  return { status = "Progressing", message = "Waiting for TaskRun to start" }
end
if succeeded.status == "True" then
  return { status = "Healthy", message = explain(succeeded, "TaskRun has succeeded") }
end
if succeeded.status == "False" then
  return { status = "Degraded", message = explain(succeeded, "TaskRun has failed") }
end
return { status = "Progressing", message = explain(succeeded, "TaskRun is running") }
