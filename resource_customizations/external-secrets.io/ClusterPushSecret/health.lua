-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- Secrets that are pushed from many namespaces to a provider. Ready decides; failedNamespaces says
-- why.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return waits("Waiting for ClusterPushSecret", explain(ready, ""))
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "ClusterPushSecret is ready") }
end
if ready.status == "False" then
  local message = explain(ready, "ClusterPushSecret is not ready")
  local failure = map(map(status.failedNamespaces)[1])
  if text(failure.reason, "") ~= "" then
    message = message .. ": " .. text(failure.namespace, "a namespace") .. ": " .. failure.reason
  end
  return { status = "Degraded", message = message }
end
return { status = "Progressing", message = explain(ready, "Waiting for ClusterPushSecret") }
