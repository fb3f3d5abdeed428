-- uses: map, text, is_stale, condition, explain
-- Organizations, instances and their like of Grafana Org Operator. Ready decides.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for " .. text(obj.kind, "the object") }
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "Ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "Not ready") }
end
return { status = "Progressing", message = explain(ready, "Readiness is not known yet") }
