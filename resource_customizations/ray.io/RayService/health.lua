-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A service of Ray Serve. Ready and UpgradeInProgress decide; before KubeRay 1.3,
-- serviceStatus.

-- The statuses of an application of Serve that does not work.
local failed = { DEPLOY_FAILED = true, UNHEALTHY = true }

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for RayService" }
end

-- Of several failed applications the first in the order of their names, so the message is stable.
local applications = map(map(status.activeServiceStatus).applicationStatuses)
local first
for name, application in pairs(applications) do
  if failed[map(application).status] and (first == nil or tostring(name) < tostring(first)) then
    first = name
  end
end
if first ~= nil then
  local cause = text(applications[first].message, applications[first].status)
  return { status = "Degraded", message = "Application " .. first .. ": " .. cause }
end

-- Facts: ray-project/kuberay, ray-operator/apis/ray/v1/rayservice_types.go and
-- controllers/ray/rayservice_controller.go. Initializing passes; the others need help.
local broken = { InitializingTimeout = true, ValidationFailed = true, ZeroServeEndpoints = true }

for _, name in ipairs({ "Suspended", "Suspending" }) do
  local found = condition(obj, name)
  if found.status == "True" then
    local health = name == "Suspended" and "Suspended" or "Progressing"
    return { status = health, message = explain(found, name) }
  end
end
local ready = condition(obj, "Ready")
if ready.status == "False" and broken[ready.reason] then
  return { status = "Degraded", message = explain(ready, "RayService is not ready") }
end
for _, name in ipairs({ "RollbackInProgress", "UpgradeInProgress" }) do
  local found = condition(obj, name)
  if found.status == "True" then
    return { status = "Progressing", message = explain(found, "RayService: " .. name) }
  end
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "RayService is ready") }
end
if status.conditions == nil and status.serviceStatus == "Running" then
  return { status = "Healthy", message = "RayService is running" }
end
return { status = "Progressing", message = explain(ready, "Waiting for RayService") }
