-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A sequence of steps of Knative Eventing. Ready sums up its channels and subscriptions.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for Sequence" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "Sequence is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "Sequence is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for Sequence") }
