-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- The update of a node of OpenShift. NodeDegraded and Updated decide, and the image
-- sets that are pinned on it.

-- Condition, status, health: the first one that is found decides.
local rules = {
  { "NodeDegraded", "True", "Degraded" },
  { "PinnedImageSetsDegraded", "True", "Degraded" },
  { "PinnedImageSetsProgressing", "True", "Progressing" },
  { "Updated", "True", "Healthy" },
  { "Updated", "False", "Progressing" },
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for MachineConfigNode" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  if found.status == rule[2] then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for MachineConfigNode" }
