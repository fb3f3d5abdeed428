-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- How often a gateway or a route may be called, by Kuadrant. Accepted and then Enforced decide;
-- another policy may override this one.

-- Reasons to rest on purpose.
local resting = { Overridden = true }

-- Condition, status, health, reasons: the first one that is found decides.
local rules = {
  { "Accepted", "False", "Degraded" },
  { "Enforced", "False", "Suspended", resting },
  { "Enforced", "Unknown", "Progressing" },
  { "Enforced", "False", "Degraded" },
  { "Enforced", "True", "Healthy" },
  { "Accepted", "True", "Progressing" },
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for RateLimitPolicy" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  local fits = rule[4] == nil or rule[4][text(found.reason, "")]
  if found.status == rule[2] and fits then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for RateLimitPolicy" }
