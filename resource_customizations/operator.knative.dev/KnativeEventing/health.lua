-- uses: map, is_stale, condition, explain, waits
-- An installation of KnativeEventing by the Knative Operator. Ready and InstallSucceeded decide.

local status = map(obj.status)

local ready = condition(obj, "Ready")
local installed = condition(obj, "InstallSucceeded")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return waits("Waiting for KnativeEventing", explain(ready, ""))
end
if installed.status == "False" then
  return { status = "Degraded", message = explain(installed, "KnativeEventing is not installed") }
end
-- knative/operator, pkg/apis/operator/v1beta1: what keeps the installation from going on.
for _, name in ipairs({ "VersionMigrationEligible", "DependenciesInstalled" }) do
  local found = condition(obj, name)
  if found.status == "False" and found.reason ~= "Installing" then
    return { status = "Degraded", message = explain(found, name .. " is False") }
  end
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "KnativeEventing is healthy.") }
end
if ready.status == "False" or ready.status == "Unknown" then
  return { status = "Progressing", message = explain(ready, "KnativeEventing is not ready yet") }
end
return { status = "Degraded", message = explain(ready, "The status of Ready is not valid") }
