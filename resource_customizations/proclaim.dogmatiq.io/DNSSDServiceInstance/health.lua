-- uses: map, is_stale, condition, explain
-- A service that Proclaim advertises by DNS-SD. Adopted, Advertised and Discoverable decide.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for DNSSDServiceInstance" }
end
for _, name in ipairs({ "Adopted", "Advertised" }) do
  local failed = condition(obj, name)
  if failed.status == "False" then
    return { status = "Degraded", message = explain(failed, "Instance is not " .. name) }
  end
end
local discoverable = condition(obj, "Discoverable")
if discoverable.status == "True" then
  return { status = "Healthy", message = explain(discoverable, "Instance is discoverable") }
end
if discoverable.reason == "DiscoveryError" then
  return { status = "Unknown", message = explain(discoverable, "Discovery failed") }
end
return { status = "Progressing", message = explain(discoverable, "Waiting to be discoverable") }
