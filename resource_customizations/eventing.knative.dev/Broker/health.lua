-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A broker of Knative Eventing. Ready sums up its ingress, its filter and its channel.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for Broker" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "Broker is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "Broker is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for Broker") }
