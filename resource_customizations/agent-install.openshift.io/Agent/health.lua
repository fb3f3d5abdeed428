-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A host of the Assisted Installer. What is wrong comes first, then whether it is installed or
-- ready for it.

-- Reasons that need help.
local failures_1 = { InstallationFailed = true }

-- Reasons that need help.
local failures_2 = { ValidationsFailing = true }

-- Reasons that pass by themselves.
local passing = { InstallationInProgress = true }

-- Condition, status, health, reasons: the first one that is found decides.
local rules = {
  { "SpecSynced", "False", "Degraded" },
  { "Installed", "False", "Degraded", failures_1 },
  { "Connected", "False", "Degraded" },
  { "Installed", "True", "Healthy" },
  { "Validated", "False", "Degraded", failures_2 },
  { "Validated", "False", "Progressing" },
  { "Installed", "False", "Progressing", passing },
  { "RequirementsMet", "True", "Healthy" },
  { "RequirementsMet", "False", "Progressing" },
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Agent" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  local fits = rule[4] == nil or rule[4][text(found.reason, "")]
  if found.status == rule[2] and fits then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for Agent" }
