-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- The configuration of a machine by kubeadm of Cluster API. Ready decides; before v1beta2 its
-- severity says how bad it is.

-- Reasons of what is still on its way.
local patience = {
  DataSecretNotAvailable = true, NotReady = true,
  WaitingForControlPlaneInitialized = true,
}

local status = map(obj.status)

if map(map(obj.metadata).annotations)["cluster.x-k8s.io/paused"] ~= nil then
  return { status = "Suspended", message = "KubeadmConfig is paused" }
end

local found = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or found.status == nil then
  return waits("Waiting for KubeadmConfig", explain(found, ""))
end
if found.status == "True" then
  return { status = "Healthy", message = text(found.message, "KubeadmConfig is ready") }
end
-- Old conditions have a severity, and new ones reasons for what is still on its way.
local waits = found.severity == "Info" or found.severity == "Warning" or patience[found.reason]
if found.status == "False" and not waits then
  return { status = "Degraded", message = explain(found, "KubeadmConfig is not ready") }
end
return { status = "Progressing", message = explain(found, "Waiting for KubeadmConfig") }
