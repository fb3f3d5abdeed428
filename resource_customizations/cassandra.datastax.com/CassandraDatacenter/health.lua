-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- A datacenter of Cassandra. Its conditions decide, in this order.

-- Condition, status, health: the first one that is found decides.
local rules = {
  { "Valid", "False", "Degraded" },
  { "Stopped", "True", "Suspended" },
  { "Updating", "True", "Progressing" },
  { "RollingRestart", "True", "Progressing" },
  { "ScalingUp", "True", "Progressing" },
  { "ScalingDown", "True", "Progressing" },
  { "ReplacingNodes", "True", "Progressing" },
  { "Resuming", "True", "Progressing" },
  { "Decommission", "True", "Progressing" },
  { "ResizingVolumes", "True", "Progressing" },
  { "Healthy", "False", "Degraded" },
  { "Ready", "True", "Healthy" },
  { "Ready", "False", "Progressing" },
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for CassandraDatacenter" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  if found.status == rule[2] then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for CassandraDatacenter" }
