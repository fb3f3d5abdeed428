-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Objects that Gardener applies to a cluster. Whether they are applied, healthy and settled
-- decides.

-- Reasons that pass by themselves.
local passing = { ApplyProgressing = true, DeletionPending = true }

-- Condition, status, health, reasons: the first one that is found decides.
local rules = {
  { "ResourcesApplied", "False", "Progressing", passing },
  { "ResourcesApplied", "False", "Degraded" },
  { "ResourcesApplied", "Progressing", "Progressing" },
  { "ResourcesHealthy", "False", "Degraded" },
  { "ResourcesProgressing", "True", "Progressing" },
  { "ResourcesHealthy", "Unknown", "Progressing" },
  { "ResourcesHealthy", "True", "Healthy" },
  { "ResourcesApplied", "True", "Progressing" },
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for ManagedResource" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  local fits = rule[4] == nil or rule[4][text(found.reason, "")]
  if found.status == rule[2] and fits then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for ManagedResource" }
