-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- A pool of clusters that Hive keeps ready. Dependencies and the inventory decide, then whether all
-- clusters are current. A pool of its maximum size has no capacity for more and is complete.

-- Condition, status, health: the first one that is found decides.
local rules = {
  { "MissingDependencies", "True", "Degraded" },
  { "InventoryValid", "False", "Degraded" },
  { "AllClustersCurrent", "False", "Progressing" },
  { "AllClustersCurrent", "True", "Healthy" },
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for ClusterPool" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  if found.status == rule[2] then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for ClusterPool" }
