-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- A cluster of Infinispan. Its conditions decide, in this order.

-- Condition, status, health: the first one that is found decides.
local rules = {
  { "TLSSecretValid", "False", "Degraded" },
  { "Upgrade", "True", "Progressing" },
  { "GracefulShutdown", "True", "Suspended" },
  { "PreliminaryChecksPassed", "False", "Progressing" },
  { "ScalingUp", "True", "Progressing" },
  { "ScalingDown", "True", "Progressing" },
  { "Stopping", "True", "Progressing" },
  { "WellFormed", "True", "Healthy" },
  { "WellFormed", "False", "Progressing" },
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Infinispan" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  if found.status == rule[2] then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for Infinispan" }
