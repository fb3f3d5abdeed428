-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- What Knative asks of its network layer: ingresses, certificates, private services. Ready
-- decides.

-- Condition, status, health: the first one that is found decides.
local rules = {
  { "Ready", "True", "Healthy" },
  { "Ready", "False", "Degraded" },
  { "Ready", "Unknown", "Progressing" },
}

local status = map(obj.status)

-- Kinds that hold data and have no status.
local data = { ClusterDomainClaim = true }
if data[text(obj.kind, "")] then
  return { status = "Healthy", message = obj.kind .. " has no status of its own" }
end
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for the object" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  if found.status == rule[2] then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for the object" }
