-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A control plane of Istio by the Sail operator. Reconciled and Ready decide.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Istio" }
end
local reconciled = condition(obj, "Reconciled")
if reconciled.status == "False" then
  return { status = "Degraded", message = explain(reconciled, "Istio is not reconciled") }
end
local ready = condition(obj, "Ready")
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "Istio is ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for Istio") }
