-- uses: failures, map, text, is_stale, condition, explain, waits
-- A subscription to an operator, of Operator Lifecycle Manager. Its state decides, and conditions
-- that say what is wrong.

local failing = {
  "CatalogSourcesUnhealthy", "ResolutionFailed", "BundleUnpackFailed", "InstallPlanFailed",
}

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for Subscription", state)
end
for _, name in ipairs(failing) do
  local failed = condition(obj, name)
  if failed.status == "True" then
    return { status = "Degraded", message = name .. ": " .. explain(failed, "no details") }
  end
end
if state == "AtLatestKnown" then
  return { status = "Healthy", message = "The operator is at the latest known version" }
end
if state == "UpgradeFailed" or failures[state] then
  return { status = "Degraded", message = "The upgrade has failed" }
end
-- operator-framework/api, pkg/operators/v1alpha1/subscription_types.go, SubscriptionState.
if state ~= "" and state ~= "UpgradeAvailable" and state ~= "UpgradePending" then
  local message = "State: " .. state .. ", which this check does not know"
  return { status = "Progressing", message = message }
end

-- An upgrade that waits for somebody to approve it leaves the installed version at work.
local pending = condition(obj, "InstallPlanPending")
local manual = map(obj.spec).installPlanApproval == "Manual"
if manual and pending.reason == "RequiresApproval" and status.installedCSV ~= nil then
  return { status = "Healthy", message = "An upgrade waits for manual approval" }
end
if pending.status == "True" then
  return { status = "Progressing", message = "InstallPlanPending: " .. explain(pending, state) }
end
return { status = "Progressing", message = "State: " .. text(state, "not yet known") }
