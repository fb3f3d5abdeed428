-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A LINSTOR cluster of Piraeus. Whether it is applied, available and configured decides.

-- Reasons that need help.
local failures = { Error = true }

-- Condition, status, health, reasons: the first one that is found decides.
local rules = {
  { "Applied", "False", "Degraded", failures },
  { "Applied", "False", "Progressing" },
  { "Available", "False", "Degraded", failures },
  { "Available", "False", "Progressing" },
  { "Available", "Unknown", "Progressing" },
  { "Configured", "False", "Degraded", failures },
  { "Configured", "False", "Progressing" },
  { "Configured", "True", "Healthy" },
  { "Available", "True", "Progressing" },
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for LinstorCluster" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  local fits = rule[4] == nil or rule[4][text(found.reason, "")]
  if found.status == rule[2] and fits then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for LinstorCluster" }
