-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Branches of Knative Eventing that run side by side. Ready sums up their channels and
-- subscriptions.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for Parallel" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "Parallel is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "Parallel is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for Parallel") }
