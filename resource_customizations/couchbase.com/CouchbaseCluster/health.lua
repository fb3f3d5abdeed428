-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- A Couchbase cluster. Its conditions decide, in this order.

-- Condition, status, health: the first one that is found decides.
local rules = {
  { "Error", "True", "Degraded" },
  { "Hibernating", "True", "Suspended" },
  { "Upgrading", "True", "Progressing" },
  { "Scaling", "True", "Progressing" },
  { "ScalingUp", "True", "Progressing" },
  { "ScalingDown", "True", "Progressing" },
  { "Available", "False", "Degraded" },
  { "Balanced", "False", "Progressing" },
  { "Available", "True", "Healthy" },
}

local status = map(obj.status)

if map(obj.spec).paused == true then
  return { status = "Suspended", message = "CouchbaseCluster is paused" }
end
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for CouchbaseCluster" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  if found.status == rule[2] then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for CouchbaseCluster" }
