-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- OpenStack on Kubernetes: control planes, data planes and services. Ready decides; its reason
-- says whether something failed.

-- Reasons that need help.
local failures = { CreationFailed = true, DeletionFailed = true, Error = true }

-- Condition, status, health, reasons: the first one that is found decides.
local rules = {
  { "Ready", "True", "Healthy" },
  { "Ready", "False", "Degraded", failures },
  { "Ready", "False", "Progressing" },
  { "Ready", "Unknown", "Progressing" },
}

-- Kinds that have no status.
local without = { NetConfig = true }

local status = map(obj.status)

local kind = text(obj.kind, "")
if without[kind] and status.conditions == nil then
  return { status = "Healthy", message = kind .. " has no status" }
end
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for the object" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  local fits = rule[4] == nil or rule[4][text(found.reason, "")]
  if found.status == rule[2] and fits then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for the object" }
