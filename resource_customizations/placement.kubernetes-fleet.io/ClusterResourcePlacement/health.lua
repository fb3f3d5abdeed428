-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- What KubeFleet places on clusters. Each step must be True.

-- Condition, status, health: the first one that is found decides.
local rules = {
  { "ClusterResourcePlacementScheduled", "False", "Degraded" },
  { "ClusterResourcePlacementOverridden", "False", "Degraded" },
  { "ClusterResourcePlacementWorkSynchronized", "False", "Degraded" },
  { "ClusterResourcePlacementApplied", "False", "Degraded" },
  { "ClusterResourcePlacementAvailable", "False", "Progressing" },
  { "ClusterResourcePlacementRolloutStarted", "False", "Progressing" },
  { "ClusterResourcePlacementAvailable", "True", "Healthy" },
  { "ClusterResourcePlacementAvailable", "Unknown", "Progressing" },
  { "ClusterResourcePlacementDiffReported", "False", "Degraded" },
  { "ClusterResourcePlacementDiffReported", "True", "Healthy" },
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for ClusterResourcePlacement" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  if found.status == rule[2] then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for ClusterResourcePlacement" }
