-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A domain of Knative Serving. Ready sums up its claim, certificate, reference and ingress.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for DomainMapping" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "DomainMapping is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "DomainMapping is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for DomainMapping") }
