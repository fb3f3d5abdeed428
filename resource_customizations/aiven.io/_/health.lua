-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- Every kind of aiven.io: services of Aiven and what is in them. Error reports what is wrong,
-- Running success.

-- Condition, status, health: the first one that is found decides.
local rules = {
  { "Error", "True", "Degraded" },
  { "Running", "True", "Healthy" },
  { "Running", "False", "Progressing" },
  { "Running", "Unknown", "Progressing" },
  { "Initialized", "True", "Progressing" },
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for the object" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  if found.status == rule[2] then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for the object" }
