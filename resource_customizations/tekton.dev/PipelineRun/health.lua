-- uses: map, text, is_stale, condition, explain, waits
-- A run of a pipeline of Tekton: Succeeded decides. A pending one waits to be started.

local status = map(obj.status)

if map(obj.spec).status == "PipelineRunPending" then
  return { status = "Suspended", message = "PipelineRun is pending until it is started" }
end

local succeeded = condition(obj, "Succeeded")
if is_stale(obj, status.observedGeneration) or succeeded.status == nil then
  return waits("Waiting for PipelineRun to start", explain(succeeded, ""))
end
if succeeded.status == "True" then
  return { status = "Healthy", message = explain(succeeded, "PipelineRun has succeeded") }
end
if succeeded.status == "False" then
  return { status = "Degraded", message = explain(succeeded, "PipelineRun has failed") }
end
return { status = "Progressing", message = explain(succeeded, "PipelineRun is running") }
