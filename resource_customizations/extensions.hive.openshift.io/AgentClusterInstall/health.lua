-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A cluster that the Assisted Installer installs. What failed comes first, then whether it is
-- completed.

-- Reasons to rest on purpose.
local resting = { InstallationCancelled = true, InstallationOnHold = true }

-- Condition, status, health, reasons: the first one that is found decides.
local rules = {
  { "Failed", "True", "Degraded" },
  { "SpecSynced", "False", "Degraded" },
  { "Completed", "True", "Healthy" },
  { "Stopped", "True", "Suspended", resting },
  { "Completed", "False", "Suspended", resting },
  { "Validated", "False", "Progressing" },
  { "RequirementsMet", "False", "Progressing" },
  { "Completed", "False", "Progressing" },
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for AgentClusterInstall" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  local fits = rule[4] == nil or rule[4][text(found.reason, "")]
  if found.status == rule[2] and fits then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for AgentClusterInstall" }
