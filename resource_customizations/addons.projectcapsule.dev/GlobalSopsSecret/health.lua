-- uses: map, text, is_stale, condition, explain
-- Secrets that are decrypted with SOPS, for all tenants. Ready decides.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return { status = "Progressing", message = "Waiting for GlobalSopsSecret" }
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "GlobalSopsSecret is ready") }
end
if ready.status == "False" then
  return { status = "Degraded", message = explain(ready, "GlobalSopsSecret is not ready") }
end
return { status = "Progressing", message = explain(ready, "Waiting for GlobalSopsSecret") }
