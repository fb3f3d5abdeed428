-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- The samples of OpenShift. What is not valid comes first, then whether they exist.

-- Condition, status, health: the first one that is found decides.
local rules = {
  { "ConfigurationValid", "False", "Degraded" },
  { "ImportImageErrorsExist", "True", "Degraded" },
  { "ImageChangesInProgress", "True", "Progressing" },
  { "MigrationInProgress", "True", "Progressing" },
  { "SamplesExist", "True", "Healthy" },
  { "SamplesExist", "False", "Progressing" },
}

local status = map(obj.status)

if map(obj.spec).managementState == "Removed" then
  return { status = "Suspended", message = "The samples operator is removed" }
end
if map(obj.spec).managementState == "Unmanaged" then
  return { status = "Suspended", message = "The samples operator is not managed" }
end
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for the samples operator" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  if found.status == rule[2] then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for the samples operator" }
