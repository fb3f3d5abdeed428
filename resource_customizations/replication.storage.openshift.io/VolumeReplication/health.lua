-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A volume that is replicated to another site. Completed, Degraded and Resyncing decide.

-- Reasons that need help.
local failures = {
  FailedToPromote = true, FailedToDemote = true, FailedToResync = true,
}

-- Reasons that pass by themselves: a volume that was demoted until it has been synced.
local passing = { VolumeDegraded = true }

-- Condition, status, health, reasons: the first one that is found decides.
local rules = {
  { "Validated", "False", "Degraded" },
  { "Completed", "False", "Degraded", failures },
  { "Completed", "False", "Progressing" },
  { "Resyncing", "True", "Progressing" },
  { "Degraded", "True", "Progressing", passing },
  { "Degraded", "True", "Degraded" },
  { "Completed", "True", "Healthy" },
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for VolumeReplication" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  local fits = rule[4] == nil or rule[4][text(found.reason, "")]
  if found.status == rule[2] and fits then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for VolumeReplication" }
