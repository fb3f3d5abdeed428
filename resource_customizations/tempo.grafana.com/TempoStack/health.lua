-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- A Tempo deployment. Its conditions decide, in this order.

-- Condition, status, health: the first one that is found decides.
local rules = {
  { "ConfigurationError", "True", "Degraded" },
  { "Failed", "True", "Degraded" },
  { "Pending", "True", "Progressing" },
  { "Ready", "True", "Healthy" },
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for TempoStack" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  if found.status == rule[2] then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for TempoStack" }
