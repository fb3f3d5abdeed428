-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- Settings of proxies of Tailscale. ProxyClassReady decides.

-- Condition, status, health: the first one that is found decides.
local rules = {
  { "ProxyClassReady", "True", "Healthy" },
  { "ProxyClassReady", "False", "Degraded" },
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for ProxyClass" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  if found.status == rule[2] then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for ProxyClass" }
