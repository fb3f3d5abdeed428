-- uses: map, text, is_stale, waits
-- A job in a session cluster of Flink. The state of the job decides, and the error of the
-- operator.

-- The states of a job that has ended badly, or does so now.
local failed = { CANCELED = true, FAILED = true, FAILING = true }

-- The states of a job that was stopped to suspend it.
local stopped = { CANCELED = true, FINISHED = true }

local status = map(obj.status)

local state = text(map(status.jobStatus).state, "")
local problem = text(status.error, text(map(status.reconciliationStatus).error, ""))
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for FlinkSessionJob", state)
end
if problem ~= "" then
  return { status = "Degraded", message = problem }
end
local is_wanted = map(map(obj.spec).job).state ~= "suspended"
if state == "SUSPENDED" or (stopped[state] and not is_wanted) then
  return { status = "Suspended", message = "The job is suspended" }
end
if failed[state] then
  return { status = "Degraded", message = "The job is " .. state }
end
if state == "RUNNING" or state == "FINISHED" then
  return { status = "Healthy", message = "The job is " .. state }
end
return { status = "Progressing", message = "The job is " .. text(state, "not started") }
