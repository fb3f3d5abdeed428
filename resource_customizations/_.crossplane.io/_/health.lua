-- Managed resources, composites, packages and the like of Crossplane: Synced tells of errors, Ready (or what
-- stands for it) of success. Kinds that only configure others never say anything.

local configuration = {
  Composition = true, CompositionRevision = true, ControllerConfig = true,
  DeploymentRuntimeConfig = true, EnvironmentConfig = true, ImageConfig = true,
  ProviderConfig = true, ProviderConfigUsage = true, ClusterProviderConfig = true, StoreConfig = true,
}

local success = { Ready = true, Healthy = true, Established = true, Offered = true }

local function is_current(condition)
  local generation = obj.metadata.generation or 0
  return (condition.observedGeneration or generation) >= generation
end

-- The conditions by their type, without those that speak of an older generation.
local function by_type(conditions)
  local found = {}
  for _, condition in ipairs(conditions) do
    if is_current(condition) then
      found[condition.type] = condition
    end
  end
  return found
end

local function reason(condition)
  return condition.reason or "NoReason"
end

-- A package tells of its installation and of its health.
local function of_package(installed, healthy)
  if installed.status == "False" or healthy.status == "False" then
    return { status = "Degraded", message = reason(installed) .. " " .. reason(healthy) }
  end
  if installed.status == "True" and healthy.status == "True" then
    return { status = "Healthy", message = "Resource is up-to-date." }
  end
  return { status = "Progressing", message = "Provisioning ..." }
end

-- One condition of success must be True and none may be anything else.
local function succeeded(conditions)
  local any = false
  for name in pairs(success) do
    local condition = conditions[name]
    if condition ~= nil and condition.status ~= "True" then
      return false
    end
    any = any or condition ~= nil
  end
  return any
end

local conditions = by_type((obj.status or {}).conditions or {})
if next(conditions) == nil and configuration[obj.kind] then
  return { status = "Healthy", message = "Resource is up-to-date." }
end

for _, name in ipairs({ "Synced", "LastAsyncOperation" }) do
  local condition = conditions[name]
  if condition ~= nil and condition.reason == "ReconcilePaused" then
    return { status = "Suspended", message = condition.reason }
  end
  if condition ~= nil and condition.status == "False" then
    return { status = "Degraded", message = condition.message }
  end
end

if conditions.Installed ~= nil and conditions.Healthy ~= nil then
  return of_package(conditions.Installed, conditions.Healthy)
end
if succeeded(conditions) then
  return { status = "Healthy", message = "Resource is up-to-date." }
end
return { status = "Progressing", message = "Provisioning ..." }
