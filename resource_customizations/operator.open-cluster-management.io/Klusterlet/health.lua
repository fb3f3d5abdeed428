-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- The agent of Open Cluster Management. Available decides; the others say what is degraded.

-- Condition, status, health: the first one that is found decides.
local rules = {
  { "HubConnectionDegraded", "True", "Degraded" },
  { "RegistrationDesiredDegraded", "True", "Degraded" },
  { "WorkDesiredDegraded", "True", "Degraded" },
  { "Applied", "False", "Degraded" },
  { "Available", "False", "Progressing" },
  { "Available", "True", "Healthy" },
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Klusterlet" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  if found.status == rule[2] then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for Klusterlet" }
