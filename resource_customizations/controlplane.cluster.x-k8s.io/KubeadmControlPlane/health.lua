-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A control plane of kubeadm of Cluster API. Available decides; before v1beta2 the condition is
-- Ready, and its severity says how bad it is.

-- Reasons of what is still on its way.
local patience = {
  DataSecretNotAvailable = true, NotReady = true,
  WaitingForControlPlaneInitialized = true,
}

local status = map(obj.status)

if map(map(obj.metadata).annotations)["cluster.x-k8s.io/paused"] ~= nil then
  return { status = "Suspended", message = "KubeadmControlPlane is paused" }
end

local found = condition(obj, "Available")
if found.status == nil then
  found = condition(obj, "Ready")
end
if is_stale(obj, status.observedGeneration) or found.status == nil then
  return waits("Waiting for KubeadmControlPlane", explain(found, ""))
end
if found.status == "True" then
  return { status = "Healthy", message = text(found.message, "KubeadmControlPlane is ready") }
end
-- Old conditions have a severity, and new ones reasons for what is still on its way. A control
-- plane is not available until it is initialized.
local is_initialized = status.initialized == true
  or map(status.initialization).controlPlaneInitialized == true
local is_young = found.severity == nil and not is_initialized
local waits = found.severity == "Info" or found.severity == "Warning" or patience[found.reason]
if found.status == "False" and not waits and not is_young then
  return { status = "Degraded", message = explain(found, "KubeadmControlPlane is not ready") }
end
return { status = "Progressing", message = explain(found, "Waiting for KubeadmControlPlane") }
