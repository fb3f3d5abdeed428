-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- Every kind of consul.hashicorp.com: configuration entries that Consul gets. Synced decides; a
-- policy of a gateway or route has Accepted instead.

-- Kinds that need not have conditions.
local without = {
  GatewayClassConfig = true, MeshService = true, RouteRetryFilter = true, RouteTimeoutFilter = true,
}

local status = map(obj.status)

if without[text(obj.kind, "")] and status.conditions == nil then
  return { status = "Healthy", message = obj.kind .. " has no status" }
end
local synced = condition(obj, "Synced")
if synced.status == nil then
  synced = condition(obj, "Accepted")
end
if is_stale(obj, status.observedGeneration) or synced.status == nil then
  return waits("Waiting for the object", explain(synced, ""))
end
if synced.status == "True" then
  return { status = "Healthy", message = text(synced.message, "It is in Consul") }
end
if synced.status == "False" then
  return { status = "Degraded", message = explain(synced, "It is not in Consul") }
end
return { status = "Progressing", message = explain(synced, "Waiting for the object") }
