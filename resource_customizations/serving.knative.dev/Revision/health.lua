-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A revision of Knative Serving. Ready sums up its resources and containers; Active, which says
-- whether it gets traffic, does not count.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for Revision" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "Revision is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "Revision is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for Revision") }
