-- uses: map, text, is_stale, condition, explain, waits
-- A pipeline that Numaplane upgrades. Its phase, its upgrade and its child decide.

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Not yet reconciled", phase)
end
if phase == "Failed" then
  return { status = "Degraded", message = text(status.message, "The rollout has failed") }
end

local upgrade = condition(obj, "ProgressiveUpgradeSucceeded")
if upgrade.status == "False" then
  local message = explain(upgrade, "no details")
  return { status = "Degraded", message = "Progressive upgrade failed: " .. message }
end
if phase == "Pending" or text(status.upgradeInProgress, "") ~= "" then
  return { status = "Progressing", message = text(status.message, "Update in progress") }
end

local paused = condition(obj, "PipelinePausingOrPaused")
if paused.status == "True" then
  return { status = "Healthy", message = explain(paused, "Pipeline paused") }
end

local child = condition(obj, "ChildResourcesHealthy")
local deployed = condition(obj, "ChildResourceDeployed")
if deployed.status == "False" then
  return { status = "Degraded", message = explain(deployed, "The child is not deployed") }
end
if child.status == "False" and child.reason ~= "Progressing" then
  return { status = "Degraded", message = explain(child, "The child is not healthy") }
end
if deployed.status ~= "True" then
  return { status = "Progressing", message = explain(deployed, "Waiting for the child") }
end
if child.status ~= "True" then
  return { status = "Progressing", message = explain(child, "Waiting for the child") }
end
return { status = "Healthy", message = "Healthy" }
