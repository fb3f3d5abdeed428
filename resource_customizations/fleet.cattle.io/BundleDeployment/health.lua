-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- What Fleet deploys to one cluster. Ready decides; display.state says whether something failed
-- or is on its way, Deployed what the deployment failed for.

local status = map(obj.status)

if map(obj.spec).paused == true then
  return { status = "Suspended", message = "BundleDeployment is paused" }
end
local ready = condition(obj, "Ready")
local stalled = condition(obj, "Stalled")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for BundleDeployment", explain(ready, ""))
end
if stalled.status == "True" then
  return { status = "Degraded", message = explain(stalled, "BundleDeployment is stalled") }
end
if ready.status == "True" then
  return { status = "Healthy", message = "BundleDeployment is ready" }
end
local message = explain(ready, "Waiting for BundleDeployment")
if map(status.display).state == "ErrApplied" then
  local deployed = condition(obj, "Deployed")
  message = explain(ready, "The deployment failed")
  if deployed.status == "False" then
    message = explain(deployed, message)
  end
  return { status = "Degraded", message = message }
end
return { status = "Progressing", message = message }
