-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A configuration of Knative Serving. Ready says whether its latest revision is.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for Configuration" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "Configuration is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "Configuration is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for Configuration") }
