-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A Quay registry. RolloutBlocked and ComponentsCreated report errors, Available success.

-- Reasons that pass by themselves.
local passing = { MigrationsInProgress = true, PostgresUpgradeInProgress = true }

-- Condition, status, health, reasons: the first one that is found decides.
local rules = {
  { "RolloutBlocked", "True", "Degraded" },
  { "ComponentsCreated", "False", "Progressing", passing },
  { "ComponentsCreated", "False", "Degraded" },
  { "Available", "True", "Healthy" },
  { "Available", "False", "Progressing" },
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for QuayRegistry" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  local fits = rule[4] == nil or rule[4][text(found.reason, "")]
  if found.status == rule[2] and fits then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for QuayRegistry" }
