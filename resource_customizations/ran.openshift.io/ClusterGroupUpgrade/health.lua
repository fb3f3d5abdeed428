-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- Policies that are brought to clusters one after another. Succeeded, Progressing and what was
-- validated before decide.

-- Reasons to rest on purpose.
local resting = { NotEnabled = true }

-- Condition, status, health, reasons: the first one that is found decides.
local rules = {
  { "ClustersSelected", "False", "Degraded" },
  { "Validated", "False", "Degraded" },
  { "PrecacheSpecValid", "False", "Degraded" },
  { "Succeeded", "True", "Healthy" },
  { "Succeeded", "False", "Degraded" },
  { "Progressing", "True", "Progressing" },
  { "Progressing", "False", "Suspended", resting },
  { "Progressing", "False", "Progressing" },
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for ClusterGroupUpgrade" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  local fits = rule[4] == nil or rule[4][text(found.reason, "")]
  if found.status == rule[2] and fits then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for ClusterGroupUpgrade" }
