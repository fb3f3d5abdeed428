-- uses: map, text, is_stale, condition, explain, waits
-- A deployment config of OpenShift: Progressing reports on the rollout, Available on its pods.

local spec = map(obj.spec)
local status = map(obj.status)

-- Reasons why Progressing is True while the rollout goes on; it stays True afterwards.
local rolling = {
  FoundNewReplicationController = true, NewReplicationControllerCreated = true,
  ReplicationControllerUpdated = true,
}

if spec.paused == true then
  return { status = "Suspended", message = "DeploymentConfig is paused" }
end
local progressing = condition(obj, "Progressing")
local available = condition(obj, "Available")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for DeploymentConfig", explain(available, ""))
end

local failure = condition(obj, "ReplicaFailure")
if failure.status == "True" then
  return { status = "Degraded", message = explain(failure, "Replicas cannot be created") }
end
if progressing.status == "False" then
  return { status = "Degraded", message = explain(progressing, "The rollout has failed") }
end
if progressing.status == "Unknown" or rolling[progressing.reason] then
  return { status = "Progressing", message = explain(progressing, "Waiting for the rollout") }
end
if available.status == "True" then
  return { status = "Healthy", message = explain(available, "DeploymentConfig is available") }
end
-- Without any pod Available is False.
if spec.replicas == 0 then
  return { status = "Healthy", message = "DeploymentConfig is scaled to zero" }
end
-- The rollout is over, so the pods were lost later.
if available.status == "False" and progressing.status == "True" then
  return { status = "Degraded", message = explain(available, "DeploymentConfig is not available") }
end
return { status = "Progressing", message = explain(available, "Waiting for pods") }
