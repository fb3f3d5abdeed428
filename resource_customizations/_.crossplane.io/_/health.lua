-- uses: map, text, is_stale, condition, explain
-- Managed resources, composites, packages and the like of Crossplane: Synced reports errors,
-- Ready (or what stands for it) success. Kinds that only configure others report nothing.

local status = map(obj.status)

local configuration = {
  Composition = true, CompositionRevision = true, ControllerConfig = true,
  DeploymentRuntimeConfig = true, EnvironmentConfig = true, ImageConfig = true,
  Lock = true, ProviderConfig = true, ProviderConfigUsage = true, ClusterProviderConfig = true,
  ClusterProviderConfigUsage = true, StoreConfig = true,
}

local success = {
  "Ready", "Healthy", "RevisionHealthy", "RuntimeHealthy", "ValidPipeline", "Established",
  "Offered",
}
-- Reasons of a revision that do not pass by themselves.
local failures = { MissingCapabilities = true, UnhealthyPackageRevision = true }

-- A package reports its installation and its health.
local function of_package(installed, healthy)
  if installed.status == "False" or healthy.status == "False" then
    local reasons = text(installed.reason, "NoReason") .. " " .. text(healthy.reason, "NoReason")
    local cause = text(healthy.message, text(installed.message, ""))
    return { status = "Degraded", message = cause == "" and reasons or reasons .. ": " .. cause }
  end
  if installed.status == "True" and healthy.status == "True" then
    return { status = "Healthy", message = "Resource is up-to-date." }
  end
  local waits = healthy.status == "True" and installed or healthy
  local cause = explain(waits, "not installed yet")
  return { status = "Progressing", message = "Provisioning: " .. cause }
end

if next(map(status.conditions)) == nil and configuration[obj.kind] then
  return { status = "Healthy", message = "Resource is up-to-date." }
end
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Provisioning ..." }
end

for _, name in ipairs({ "Synced", "LastAsyncOperation" }) do
  local found = condition(obj, name)
  if found.reason == "ReconcilePaused" then
    return { status = "Suspended", message = found.reason }
  end
  if found.status == "False" then
    return { status = "Degraded", message = explain(found, name .. " is False") }
  end
end

local installed = condition(obj, "Installed")
local healthy = condition(obj, "Healthy")
if installed.type ~= nil and healthy.type ~= nil then
  return of_package(installed, healthy)
end

-- One condition of success must be True and none may be anything else.
local is_any = false
for _, name in ipairs(success) do
  local found = condition(obj, name)
  -- A managed resource whose definition is inactive has no API by design.
  if found.reason == "InactiveManagedResource" then
    return { status = "Healthy", message = text(found.message, found.reason) }
  end
  if found.status == "False" and failures[text(found.reason, "")] then
    return { status = "Degraded", message = text(found.message, found.reason) }
  end
  if found.type ~= nil and found.status ~= "True" then
    local cause = explain(found, "not " .. name)
    return { status = "Progressing", message = "Provisioning: " .. cause }
  end
  is_any = is_any or found.type ~= nil
end
if is_any then
  return { status = "Healthy", message = "Resource is up-to-date." }
end
return { status = "Progressing", message = "Provisioning ..." }
