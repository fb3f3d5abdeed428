-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A cluster of OpenShift that Hive installs. What has failed comes first, then hibernation, then
-- whether it is provisioned.

-- Reasons that need help.
local failures_1 = { DeprovisionFailed = true, ProvisionStopped = true }

-- Reasons that need help.
local failures_2 = { FailedToStop = true, FailedToStart = true }

-- Reasons to rest on purpose.
local resting = { Hibernating = true }

-- Condition, status, health, reasons: the first one that is found decides.
local rules = {
  { "ProvisionStopped", "True", "Degraded" },
  { "ClusterInstallFailed", "True", "Degraded" },
  { "DeprovisionLaunchError", "True", "Degraded" },
  { "AuthenticationFailure", "True", "Degraded" },
  { "InstallLaunchError", "True", "Degraded" },
  { "InstallerImageResolutionFailed", "True", "Degraded" },
  { "RelocationFailed", "True", "Degraded" },
  { "AWSPrivateLinkFailed", "True", "Degraded" },
  { "Provisioned", "False", "Degraded", failures_1 },
  { "Hibernating", "True", "Degraded", failures_2 },
  { "Hibernating", "False", "Degraded", failures_2 },
  { "Hibernating", "True", "Suspended", resting },
  { "Hibernating", "True", "Progressing" },
  { "Unreachable", "True", "Degraded" },
  { "SyncSetFailed", "True", "Degraded" },
  { "ProvisionFailed", "True", "Progressing" },
  { "Provisioned", "True", "Healthy" },
  { "DNSNotReady", "True", "Progressing" },
  { "Provisioned", "False", "Progressing" },
}

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for ClusterDeployment" }
end
for _, rule in ipairs(rules) do
  local found = condition(obj, rule[1])
  local fits = rule[4] == nil or rule[4][text(found.reason, "")]
  if found.status == rule[2] and fits then
    return { status = rule[3], message = explain(found, rule[1] .. " is " .. rule[2]) }
  end
end
return { status = "Progressing", message = "Waiting for ClusterDeployment" }
