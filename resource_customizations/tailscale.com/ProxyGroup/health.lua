-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- Proxies of Tailscale. ProxyGroupReady decides.

-- Reasons that need help.
local failures = { ProxyGroupCreationFailed = true, ProxyGroupInvalid = true }

local status = map(obj.status)

local ready = condition(obj, "ProxyGroupReady")
if is_stale(obj, status.observedGeneration) or ready.status == nil then
  return waits("Waiting for ProxyGroup", explain(ready, ""))
end
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "ProxyGroup is ready") }
end
if failures[text(ready.reason, "")] then
  return { status = "Degraded", message = explain(ready, "ProxyGroup has failed") }
end
return { status = "Progressing", message = explain(ready, "Waiting for ProxyGroup") }
