-- uses: map, text, is_stale, waits
-- vitals:profiles combined
-- A job of Ray: the status of its deployment decides, and that of the job in it.

local status = map(obj.status)

local deployment = text(status.jobDeploymentStatus, "")
local job = text(status.jobStatus, "")
if is_stale(obj, status.observedGeneration) or deployment == "" then
  return waits("Waiting for RayJob", deployment)
end
if deployment == "Suspended" or deployment == "Suspending" then
  return { status = "Suspended", message = "RayJob is " .. deployment }
end
local ended = deployment == "Complete" or deployment == "Failed" or deployment == "ValidationFailed"
local cause = text(status.message, text(status.reason, "RayJob is " .. text(job, deployment)))
if ended and (deployment ~= "Complete" or job == "FAILED" or job == "STOPPED") then
  return { status = "Degraded", message = cause }
end
if ended then
  return { status = "Healthy", message = cause }
end
if deployment == "Running" and job == "RUNNING" then
  return { status = "Healthy", message = "RayJob is running" }
end
return { status = "Progressing", message = "RayJob is " .. deployment }
