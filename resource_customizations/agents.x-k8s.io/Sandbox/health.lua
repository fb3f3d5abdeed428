-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A sandbox of an agent. Ready decides; one without replicas sleeps.

-- Reasons to rest on purpose.
local resting = { SandboxExpired = true }

-- Condition, status, health, reasons: the first one that is found decides.
local rules = {
  { "Ready", "True", "Healthy" },
  { "Ready", "False", "Suspended", resting },
  { "Ready", "False", "Progressing" },
}

local status = map(obj.status)

if map(obj.spec).replicas == 0 then
  return { status = "Suspended", message = "Sandbox is scaled to zero" }
end
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Sandbox" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  local fits = rule[4] == nil or rule[4][text(found.reason, "")]
  if found.status == rule[2] and fits then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for Sandbox" }
