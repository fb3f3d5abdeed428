-- uses: map, is_stale, condition, explain
-- A workflow that runs by a schedule: only SubmissionError and SpecError say that it cannot. How
-- its runs ended is reported by the workflows.

local spec = map(obj.spec)
local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for CronWorkflow" }
end
for _, name in ipairs({ "SubmissionError", "SpecError" }) do
  local failed = condition(obj, name)
  if failed.status == "True" then
    return { status = "Degraded", message = explain(failed, "CronWorkflow cannot be submitted") }
  end
end
if spec.suspend == true then
  return { status = "Healthy", message = "CronWorkflow is suspended" }
end
local completed = condition(obj, "Completed")
if completed.status == "True" then
  return { status = "Healthy", message = explain(completed, "CronWorkflow has completed") }
end
return { status = "Healthy", message = "CronWorkflow is healthy" }
