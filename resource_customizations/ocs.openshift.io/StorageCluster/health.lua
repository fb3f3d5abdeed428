-- uses: map, is_stale, condition, explain
-- A storage cluster of OpenShift Data Foundation. Degraded, Progressing and Available decide.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for StorageCluster" }
end
local degraded = condition(obj, "Degraded")
if degraded.status == "True" then
  return { status = "Degraded", message = explain(degraded, "StorageCluster is degraded") }
end
local progressing = condition(obj, "Progressing")
if progressing.status == "True" then
  return { status = "Progressing", message = explain(progressing, "StorageCluster is progressing") }
end
local available = condition(obj, "Available")
if available.status == "True" then
  return { status = "Healthy", message = explain(available, "StorageCluster is available") }
end
if available.status == "False" then
  return { status = "Degraded", message = explain(available, "StorageCluster is not available") }
end
return { status = "Progressing", message = explain(available, "Waiting for StorageCluster") }
