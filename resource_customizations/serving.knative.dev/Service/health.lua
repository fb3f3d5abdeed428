-- uses: map, is_stale, condition, explain
-- A service of Knative. Ready sums up its configuration and its routes.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for Knative Service" }
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "Knative Service is healthy.") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "Knative Service is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for Knative Service") }
