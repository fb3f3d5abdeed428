-- vitals:profiles combined
-- A service of Ray Serve. Ready and UpgradeInProgress decide; before KubeRay 1.3,
-- serviceStatus.

-- The statuses of an application of Serve that does not work.
local failed = { DEPLOY_FAILED = true, UNHEALTHY = true }

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

-- The condition of a type, or an empty one.
local function condition(name)
  for _, candidate in ipairs(map(status.conditions)) do
    if map(candidate).type == name and not is_stale(candidate.observedGeneration) then
      return candidate
    end
  end
  return {}
end

-- What a condition says: its message, or else its reason.
local function explain(of, otherwise)
  return text(of.message, text(of.reason, otherwise))
end

if is_stale(status.observedGeneration) then
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

local ready = condition("Ready")
local upgrading = condition("UpgradeInProgress")
if upgrading.status == "True" then
  return { status = "Progressing", message = explain(upgrading, "RayService is being upgraded") }
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "RayService is ready") }
end
if status.conditions == nil and status.serviceStatus == "Running" then
  return { status = "Healthy", message = "RayService is running" }
end
return { status = "Progressing", message = explain(ready, "Waiting for RayService") }
