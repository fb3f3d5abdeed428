-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A subscription to a channel of Knative Eventing. Ready sums up its references and the
-- channel.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for Subscription" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "Subscription is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "Subscription is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for Subscription") }
