-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- An Application Gateway for Containers. Accepted and then Deployment decide.

-- Reasons that pass by themselves.
local passing = { InProgress = true }

-- Condition, status, health, reasons: the first one that is found decides.
local rules = {
  { "Accepted", "False", "Degraded" },
  { "Deployment", "True", "Progressing", passing },
  { "Deployment", "False", "Degraded" },
  { "Deployment", "True", "Healthy" },
  { "Accepted", "True", "Progressing" },
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for ApplicationLoadBalancer" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  local fits = rule[4] == nil or rule[4][text(found.reason, "")]
  if found.status == rule[2] and fits then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for ApplicationLoadBalancer" }
