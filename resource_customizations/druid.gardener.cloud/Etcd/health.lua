-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- An etcd of Gardener's etcd-druid. Its members and its backups decide.

-- Condition, status, health: the first one that is found decides.
local rules = {
  { "Ready", "False", "Degraded" },
  { "BackupReady", "False", "Degraded" },
  { "DataVolumesReady", "False", "Degraded" },
  { "AllMembersReady", "False", "Progressing" },
  { "AllMembersUpdated", "False", "Progressing" },
  { "Ready", "Unknown", "Progressing" },
  { "Ready", "True", "Healthy" },
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Etcd" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  if found.status == rule[2] then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for Etcd" }
