-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A claim to a cluster of a pool of Hive. Whether a cluster is assigned and runs decides.

-- Reasons to rest on purpose.
local resting = { Hibernating = true }

-- Reasons that need help.
local failures = { ClusterDeleted = true }

-- Condition, status, health, reasons: the first one that is found decides.
local rules = {
  { "ClusterDeleted", "True", "Degraded" },
  { "Pending", "True", "Progressing" },
  { "ClusterRunning", "True", "Healthy" },
  { "ClusterRunning", "False", "Suspended", resting },
  { "ClusterRunning", "False", "Degraded", failures },
  { "ClusterRunning", "False", "Progressing" },
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for ClusterClaim" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  local fits = rule[4] == nil or rule[4][text(found.reason, "")]
  if found.status == rule[2] and fits then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for ClusterClaim" }
