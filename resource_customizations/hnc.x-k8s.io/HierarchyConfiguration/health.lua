-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- The parent of a namespace. Problems are conditions that are True.

-- Condition, status, health: the first one that is found decides.
local rules = {
  { "ActivitiesHalted", "True", "Degraded" },
  { "BadConfiguration", "True", "Degraded" },
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for HierarchyConfiguration" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  if found.status == rule[2] then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Healthy", message = "The hierarchy has no problem" }
