-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A namespace that joins an OpenShift Service Mesh 2. Reconciled says whether the mesh takes it,
-- Ready whether it is configured.

local status = map(obj.status)

local reconciled = condition(obj, "Reconciled")
local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for ServiceMeshMember" }
end
if reconciled.status == "False" then
  return {
    status = "Degraded",
    message = explain(reconciled, "The mesh does not take the namespace"),
  }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "ServiceMeshMember is ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for ServiceMeshMember") }
