-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- A training job of Kubeflow. Its conditions Failed, Succeeded, Suspended, Restarting and
-- Running decide, in this order.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for PyTorchJob" }
end
local failed = condition(obj, "Failed")
if failed.status == "True" then
  return { status = "Degraded", message = explain(failed, "PyTorchJob has failed") }
end
local succeeded = condition(obj, "Succeeded")
if succeeded.status == "True" then
  return { status = "Healthy", message = explain(succeeded, "PyTorchJob has succeeded") }
end
local suspended = condition(obj, "Suspended")
if suspended.status == "True" then
  return { status = "Suspended", message = explain(suspended, "PyTorchJob is suspended") }
end
local restarting = condition(obj, "Restarting")
if restarting.status == "True" then
  return { status = "Progressing", message = explain(restarting, "PyTorchJob is restarting") }
end
local running = condition(obj, "Running")
if running.status == "True" then
  return { status = "Healthy", message = explain(running, "PyTorchJob is running") }
end
return { status = "Progressing", message = explain(condition(obj, "Created"), "Waiting for PyTorchJob") }
