-- uses: map, text, is_stale, condition, explain, waits, failures
-- vitals:profiles combined
-- A cluster of Ray: its state, and before it is ready, its conditions.

local status = map(obj.status)

local state = text(status.state, "")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for RayCluster", state)
end
-- ray-project/kuberay, ray-operator/apis/ray/v1/raycluster_types.go
local suspending = condition(obj, "RayClusterSuspending")
if suspending.status == "True" then
  return { status = "Progressing", message = explain(suspending, "RayCluster is being suspended") }
end
if state == "suspended" or condition(obj, "RayClusterSuspended").status == "True" then
  return { status = "Suspended", message = "RayCluster is suspended" }
end
local failure = condition(obj, "ReplicaFailure")
if failure.status == "True" then
  return { status = "Degraded", message = explain(failure, "RayCluster cannot create its pods") }
end
if state == "failed" or state == "unhealthy" then
  return { status = "Degraded", message = text(status.reason, "RayCluster is " .. state) }
end
if state ~= "ready" then
  local provisioned = condition(obj, "RayClusterProvisioned")
  local words = state == "" and "Waiting for RayCluster" or "RayCluster is " .. state
  words = provisioned.status == "True" and words or explain(provisioned, words)
  return { status = failures[state] and "Degraded" or "Progressing", message = words }
end

-- The state remains ready when the head fails later.
local head = condition(obj, "HeadPodReady")
if head.status == "False" then
  return { status = "Degraded", message = explain(head, "The head is not ready") }
end
return { status = "Healthy", message = "RayCluster is ready" }
