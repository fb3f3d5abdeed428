-- uses: map, text, is_stale, condition, explain
-- What the proxy of Capsule lets through. Ready decides.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for ProxySetting" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "ProxySetting is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "ProxySetting is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for ProxySetting") }
