-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- Secrets that secretgen-controller exports and imports. Their conditions decide, in this order.

-- Condition, status, health: the first one that is found decides.
local rules = {
  { "Invalid", "True", "Degraded" },
  { "ReconcileFailed", "True", "Degraded" },
  { "Reconciling", "True", "Progressing" },
  { "ReconcileSucceeded", "True", "Healthy" },
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for the secret" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  if found.status == rule[2] then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for the secret" }
