-- uses: map, is_stale, condition, explain
-- The routers of OpenShift. Degraded, Available and the rollout of their deployment decide.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for IngressController" }
end
local degraded = condition(obj, "Degraded")
if degraded.status == "True" then
  return { status = "Degraded", message = explain(degraded, "IngressController is degraded") }
end
local admitted = condition(obj, "Admitted")
if admitted.status == "False" then
  return { status = "Degraded", message = explain(admitted, "IngressController is not admitted") }
end

local available = condition(obj, "Available")
local progressing = condition(obj, "Progressing")
local replicas = condition(obj, "DeploymentReplicasAllAvailable")
if progressing.status == "True" then
  return { status = "Progressing", message = explain(progressing, "A rollout is in progress") }
end
if available.status == "False" then
  return { status = "Degraded", message = explain(available, "IngressController is unavailable") }
end
if replicas.status == "False" then
  return { status = "Progressing", message = explain(replicas, "Some replicas are unavailable") }
end
if available.status == "True" then
  return { status = "Healthy", message = explain(available, "IngressController is available") }
end
return { status = "Progressing", message = "Status of IngressController is not known yet" }
