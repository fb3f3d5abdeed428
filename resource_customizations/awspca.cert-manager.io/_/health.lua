-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Every kind of awspca.cert-manager.io: issuers of cert-manager for AWS Private CA. Ready
-- decides.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for the object" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "It is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "It is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for the object") }
