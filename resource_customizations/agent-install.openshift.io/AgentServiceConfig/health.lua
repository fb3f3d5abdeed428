-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- An installation of the Assisted Installer. ReconcileCompleted and DeploymentsHealthy decide.

-- Condition, status, health: the first one that is found decides.
local rules = {
  { "ReconcileCompleted", "False", "Degraded" },
  { "DeploymentsHealthy", "False", "Progressing" },
  { "DeploymentsHealthy", "True", "Healthy" },
  { "ReconcileCompleted", "True", "Progressing" },
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for AgentServiceConfig" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  if found.status == rule[2] then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for AgentServiceConfig" }
