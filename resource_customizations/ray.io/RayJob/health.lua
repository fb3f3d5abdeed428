-- vitals:profiles combined
-- A job of Ray: the status of its deployment decides, and that of the job in it.

local function map(value)
  return type(value) == "table" and value or {}
end

local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

local status = map(obj.status)
local generation = tonumber(map(obj.metadata).generation)

-- Whether what was observed is older than the object.
local function is_stale(observed)
  return generation ~= nil and (tonumber(observed) or generation) < generation
end

local deployment = text(status.jobDeploymentStatus, "")
local job = text(status.jobStatus, "")
if is_stale(status.observedGeneration) or deployment == "" then
  return { status = "Progressing", message = "Waiting for RayJob" }
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
