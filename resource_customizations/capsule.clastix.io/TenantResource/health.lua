-- uses: map, text, is_stale, condition, explain
-- Objects that a tenant of Capsule has in all its namespaces. Ready decides; spec.cordoned
-- pauses it.

local status = map(obj.status)

if map(obj.spec).cordoned == true then
  return { status = "Suspended", message = "TenantResource is cordoned" }
end

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for TenantResource" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "TenantResource is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "TenantResource is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for TenantResource") }
