-- uses: map, text, is_stale, condition, explain
-- Objects that tenants of Capsule have in all their namespaces. Ready decides; spec.cordoned
-- pauses it.

local status = map(obj.status)

if map(obj.spec).cordoned == true then
  return { status = "Suspended", message = "GlobalTenantResource is cordoned" }
end

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for GlobalTenantResource" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "GlobalTenantResource is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "GlobalTenantResource is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for GlobalTenantResource") }
