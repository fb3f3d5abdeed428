-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Services of Open Data Hub. ProvisioningSucceeded and Ready decide.

-- Reasons to rest on purpose.
local resting = { Removed = true }

-- Condition, status, health, reasons: the first one that is found decides.
local rules = {
  { "Ready", "False", "Suspended", resting },
  { "ProvisioningSucceeded", "False", "Degraded" },
  { "Ready", "True", "Healthy" },
  { "Ready", "False", "Progressing" },
  { "Ready", "Unknown", "Progressing" },
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for the service" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  local fits = rule[4] == nil or rule[4][text(found.reason, "")]
  if found.status == rule[2] and fits then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for the service" }
