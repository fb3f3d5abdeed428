-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- A training job of Kubeflow. Its conditions Failed, Succeeded, Suspended, Restarting and
-- Running decide, in this order.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for XGBoostJob" }
end
local failed = condition(obj, "Failed")
if failed.status == "True" then
  return { status = "Degraded", message = explain(failed, "XGBoostJob has failed") }
end
local succeeded = condition(obj, "Succeeded")
if succeeded.status == "True" then
  return { status = "Healthy", message = explain(succeeded, "XGBoostJob has succeeded") }
end
local suspended = condition(obj, "Suspended")
if suspended.status == "True" then
  return { status = "Suspended", message = explain(suspended, "XGBoostJob is suspended") }
end
local restarting = condition(obj, "Restarting")
if restarting.status == "True" then
  return { status = "Progressing", message = explain(restarting, "XGBoostJob is restarting") }
end
local running = condition(obj, "Running")
if running.status == "True" then
  return { status = "Healthy", message = explain(running, "XGBoostJob is running") }
end
return { status = "Progressing", message = explain(condition(obj, "Created"), "Waiting for XGBoostJob") }
