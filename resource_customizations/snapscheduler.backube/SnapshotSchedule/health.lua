-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- Snapshots on a schedule. Reconciled decides.

-- Condition, status, health: the first one that is found decides.
local rules = {
  { "Reconciled", "True", "Healthy" },
  { "Reconciled", "False", "Degraded" },
}

local status = map(obj.status)

if map(obj.spec).disabled == true then
  return { status = "Suspended", message = "SnapshotSchedule is disabled" }
end
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for SnapshotSchedule" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  if found.status == rule[2] then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for SnapshotSchedule" }
