-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Every product of the Stackable Data Platform. Available decides; Degraded, Stopped and
-- ReconciliationPaused say what is special.

-- Kinds that have no conditions.
local without = {
  AuthenticationClass = true, Listener = true, ListenerClass = true, PodListeners = true,
  S3Bucket = true, S3Connection = true, SecretClass = true, TrustStore = true,
}

-- Condition, status, health: the first one that is found decides.
local rules = {
  { "Stopped", "True", "Suspended" },
  { "ReconciliationPaused", "True", "Suspended" },
  { "Degraded", "True", "Degraded" },
  { "Available", "True", "Healthy" },
  { "Available", "False", "Progressing" },
}

local status = map(obj.status)

if without[text(obj.kind, "")] then
  return { status = "Healthy", message = obj.kind .. " has no conditions" }
end
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for the product" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  if found.status == rule[2] then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for the product" }
