-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Every kind of Cartographer: workloads, deliverables, supply chains. Ready decides.

-- Condition, status, health: the first one that is found decides.
local rules = {
  { "Ready", "True", "Healthy" },
  { "Ready", "False", "Degraded" },
  { "Ready", "Unknown", "Progressing" },
}

-- Kinds that have no status.
local without = {
  ClusterConfigTemplate = true, ClusterDeploymentTemplate = true, ClusterImageTemplate = true,
  ClusterRunTemplate = true, ClusterSourceTemplate = true, ClusterTemplate = true,
}

local status = map(obj.status)

local kind = text(obj.kind, "")
if without[kind] and status.conditions == nil then
  return { status = "Healthy", message = kind .. " has no status" }
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
