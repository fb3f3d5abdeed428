-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A control plane of OpenShift Service Mesh 2. Ready decides; Reconciled and Installed say what
-- went wrong or is on its way.

-- Reasons that do not pass by themselves.
local failures = {
  DeletionError = true, InstallError = true, ProbeError = true, ReconcileError = true,
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for ServiceMeshControlPlane" }
end
local pending
for _, name in ipairs({ "Installed", "Reconciled", "Ready" }) do
  local found = condition(obj, name)
  if found.status == "False" and failures[text(found.reason, "")] then
    return { status = "Degraded", message = text(found.message, found.reason) }
  end
  if found.status ~= "True" then
    pending = pending or explain(found, "Waiting for ServiceMeshControlPlane")
  end
end
if pending ~= nil then
  return { status = "Progressing", message = pending }
end
local ready = condition(obj, "Ready")
return { status = "Healthy", message = text(ready.message, "ServiceMeshControlPlane is ready") }
