-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- Credentials for a cloud that a component of OpenShift asks for. Problems come first, then
-- whether they are provisioned.

local problems = {
  "InsufficientCloudCreds", "MissingTargetNamespace", "CredentialsProvisionFailure",
  "CredentialsDeprovisionFailure", "OrphanedCloudResource",
}

local status = map(obj.status)

if is_stale(obj, status.lastSyncGeneration) or is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for CredentialsRequest" }
end
for _, name in ipairs(problems) do
  local found = condition(obj, name)
  if found.status == "True" then
    return { status = "Degraded", message = explain(found, name) }
  end
end
local ignored = condition(obj, "Ignored")
if ignored.status == "True" then
  return { status = "Healthy", message = explain(ignored, "It is for another cloud") }
end
if status.provisioned == true then
  return { status = "Healthy", message = "The credentials are provisioned" }
end
return { status = "Progressing", message = "Waiting for CredentialsRequest" }
