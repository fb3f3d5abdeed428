-- uses: map, text, is_stale, condition, explain
-- A tenant of Capsule. Ready decides; spec.cordoned pauses it.

local status = map(obj.status)

if map(obj.spec).cordoned == true then
  return { status = "Suspended", message = "Tenant is cordoned" }
end

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for Tenant" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "Tenant is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "Tenant is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for Tenant") }
