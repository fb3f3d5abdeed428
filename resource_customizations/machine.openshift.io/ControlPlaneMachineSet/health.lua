-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- The machines of a control plane of OpenShift. Degraded, Progressing and Available decide.

-- Condition, status, health: the first one that is found decides.
local rules = {
  { "Degraded", "True", "Degraded" },
  { "Progressing", "True", "Progressing" },
  { "Available", "True", "Healthy" },
  { "Available", "False", "Degraded" },
}

local status = map(obj.status)

if map(obj.spec).state == "Inactive" then
  return { status = "Suspended", message = "ControlPlaneMachineSet is inactive" }
end
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for ControlPlaneMachineSet" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  if found.status == rule[2] then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for ControlPlaneMachineSet" }
