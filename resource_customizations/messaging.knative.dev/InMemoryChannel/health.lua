-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A channel in memory of Knative Eventing. Ready sums up its dispatcher, service and address.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for InMemoryChannel" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "InMemoryChannel is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "InMemoryChannel is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for InMemoryChannel") }
