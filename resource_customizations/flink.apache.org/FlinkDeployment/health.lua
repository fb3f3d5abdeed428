-- uses: map, text, is_stale, waits
-- A deployment of Flink: the job manager must be ready and the job in the state that is wanted.
-- A job that is suspended on purpose is healthy.

local spec = map(obj.spec)
local status = map(obj.status)

local manager = text(status.jobManagerDeploymentStatus, "")
local state = text(map(status.jobStatus).state, "")
local reconciliation = map(status.reconciliationStatus)
local wanted = map(spec.job).state

-- The states of a job that has ended badly, or does so now.
local failed = { CANCELED = true, FAILED = true, FAILING = true }

-- The states of a job that was suspended.
local stopped = { CANCELED = true, FINISHED = true, SUSPENDED = true }

if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for FlinkDeployment", manager)
end
local problem = text(status.error, text(reconciliation.error, ""))
if manager == "ERROR" or reconciliation.success == false or problem ~= "" then
  return { status = "Degraded", message = text(problem, "Reconciliation has failed") }
end
local never = status.lifecycleState == "CREATED" and manager == "MISSING"
if wanted == "suspended" and (stopped[state] or never) then
  return { status = "Healthy", message = "The job is suspended" }
end
if failed[state] then
  return { status = "Degraded", message = "The job is " .. state }
end
if reconciliation.state == "ROLLED_BACK" then
  return { status = "Degraded", message = "The upgrade has failed and was rolled back" }
end

local settled = reconciliation.state == nil or reconciliation.state == "DEPLOYED"
local runs = spec.job == nil or state == "RUNNING" or state == "FINISHED"
if manager == "READY" and settled and runs and wanted ~= "suspended" then
  local job = state == "" and "" or ", the job is " .. state
  return { status = "Healthy", message = "The job manager is ready" .. job }
end
local what = "the job manager is " .. text(manager, "not there") .. ", the job is "
return { status = "Progressing", message = "Waiting: " .. what .. text(state, "not started") }
