-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- The hub of Open Cluster Management. Applied decides; the others say what is degraded.

-- Condition, status, health, and its reason if only that counts: the first one decides.
local rules = {
  { "HubRegistrationDegraded", "True", "Degraded" },
  { "HubPlacementDegraded", "True", "Degraded" },
  { "Applied", "False", "Degraded" },
  { "Progressing", "True", "Progressing" },
  { "MigrationSucceeded", "False", "Degraded", "StorageVersionMigrationFailed" },
  { "MigrationSucceeded", "False", "Progressing" },
  { "Applied", "True", "Healthy" },
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for ClusterManager" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  if found.status == rule[2] and (rule[4] == nil or found.reason == rule[4]) then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for ClusterManager" }
