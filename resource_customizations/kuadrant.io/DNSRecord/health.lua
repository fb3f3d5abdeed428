-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Records of Kuadrant in a DNS zone. Ready decides, and the health checks.

-- Reasons that need help.
local failures = {
  ProviderError = true, ValidationError = true, DNSProviderSecretNotFound = true,
  DelegationError = true,
}

-- Condition, status, health, reasons: the first one that is found decides.
local rules = {
  { "Ready", "False", "Degraded", failures },
  { "Ready", "False", "Progressing" },
  { "Healthy", "False", "Degraded" },
  { "Ready", "True", "Healthy" },
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for DNSRecord" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  local fits = rule[4] == nil or rule[4][text(found.reason, "")]
  if found.status == rule[2] and fits then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for DNSRecord" }
