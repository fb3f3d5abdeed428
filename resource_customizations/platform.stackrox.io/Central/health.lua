-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- The central services of StackRox. Irreconcilable and ReleaseFailed report errors, Deployed
-- success.

-- Condition, status, health: the first one that is found decides.
local rules = {
  { "Irreconcilable", "True", "Degraded" },
  { "ReleaseFailed", "True", "Degraded" },
  { "Deployed", "True", "Healthy" },
  { "Deployed", "False", "Progressing" },
  { "Initialized", "True", "Progressing" },
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Central" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  if found.status == rule[2] then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for Central" }
