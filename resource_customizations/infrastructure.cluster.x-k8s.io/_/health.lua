-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Every kind of an infrastructure provider of Cluster API. failureMessage ends it, then Ready
-- or Available decides, then status.ready and status.initialization. Templates have no status.

-- Credentials and the like, which are outside of the contract and report nothing.
local without = {
  AWSClusterControllerIdentity = true, AWSClusterRoleIdentity = true,
  AWSClusterStaticIdentity = true, AzureClusterIdentity = true, OCIClusterIdentity = true,
  Metal3DataTemplate = true, VSphereFailureDomain = true,
}

local status = map(obj.status)

local kind = text(obj.kind, "the object")
if without[kind] and status.conditions == nil then
  return { status = "Healthy", message = kind .. " has no status" }
end
if map(obj.spec).template ~= nil then
  return { status = "Healthy", message = "A template has no status" }
end
local annotations = map(map(obj.metadata).annotations)
if annotations["cluster.x-k8s.io/paused"] ~= nil then
  return { status = "Suspended", message = kind .. " is paused" }
end
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for " .. kind }
end
local failure = text(status.failureMessage, text(status.failureReason, ""))
if failure ~= "" then
  return { status = "Degraded", message = failure }
end

for _, name in ipairs({ "Available", "Ready" }) do
  local found = condition(obj, name)
  if found.status == "True" then
    return { status = "Healthy", message = text(found.message, kind .. " is ready") }
  end
  if found.status == "False" and found.severity == "Error" then
    return { status = "Degraded", message = explain(found, name .. " is False") }
  end
  if found.status ~= nil then
    return { status = "Progressing", message = explain(found, "Waiting for " .. kind) }
  end
end
if status.ready == true or map(status.initialization).provisioned == true then
  return { status = "Healthy", message = kind .. " is ready" }
end
return { status = "Progressing", message = "Waiting for " .. kind }
