-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- A part of OpenShift. Degraded, Available and Progressing decide, in this order.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for ClusterOperator" }
end
local degraded = condition(obj, "Degraded")
if degraded.status == "True" then
  return { status = "Degraded", message = explain(degraded, "ClusterOperator is degraded") }
end
local available = condition(obj, "Available")
if available.status == "False" then
  return { status = "Degraded", message = explain(available, "ClusterOperator is not available") }
end
local progressing = condition(obj, "Progressing")
if progressing.status == "True" then
  return { status = "Progressing", message = explain(progressing, "A rollout goes on") }
end
if available.status == "True" then
  return { status = "Healthy", message = explain(available, "ClusterOperator is available") }
end
return { status = "Progressing", message = explain(available, "Waiting for ClusterOperator") }
