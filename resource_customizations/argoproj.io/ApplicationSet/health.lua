-- uses: map, is_stale, condition, explain
-- A generator of applications. ErrorOccurred and ResourcesUpToDate report whether it could write
-- them, RolloutProgressing whether a progressive sync goes on. How the applications themselves
-- are does not count.

local status = map(obj.status)

local waiting = "Waiting for the status to be reported"
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end

local failed = condition(obj, "ErrorOccurred")
if failed.status == "True" then
  return { status = "Degraded", message = explain(failed, "Applications cannot be generated") }
end
local current = condition(obj, "ResourcesUpToDate")
if current.status == "False" then
  return { status = "Degraded", message = explain(current, "Applications are not up to date") }
end
local rollout = condition(obj, "RolloutProgressing")
if rollout.status == "True" then
  return { status = "Progressing", message = explain(rollout, "A progressive sync is going on") }
end
if current.status == "True" then
  return { status = "Healthy", message = explain(current, "Applications are up to date") }
end
return { status = "Progressing", message = explain(current, waiting) }
