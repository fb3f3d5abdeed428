-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A channel of Knative Eventing. Ready says whether the channel behind it takes events.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for Channel" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "Channel is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "Channel is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for Channel") }
