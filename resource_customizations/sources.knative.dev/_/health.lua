-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Any source of events of Knative. They share one shape of status: Ready sums up the deployment
-- and the sink.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for Event source" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "Event source is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "Event source is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for Event source") }
