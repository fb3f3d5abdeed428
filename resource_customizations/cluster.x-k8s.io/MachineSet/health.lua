-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A set of machines of Cluster API. MachinesReady decides; before v1beta2 the condition is
-- Ready, and its severity says how bad it is.

-- Reasons of what is still on its way.
local patience = {
  DataSecretNotAvailable = true, NotReady = true,
  WaitingForControlPlaneInitialized = true,
}

local status = map(obj.status)

if map(map(obj.metadata).annotations)["cluster.x-k8s.io/paused"] ~= nil then
  return { status = "Suspended", message = "MachineSet is paused" }
end

local found = condition(obj, "MachinesReady")
if found.status == nil then
  found = condition(obj, "Ready")
end
if is_stale(obj, status.observedGeneration) or found.status == nil then
  return waits("Waiting for MachineSet", explain(found, ""))
end
if found.status == "True" then
  return { status = "Healthy", message = text(found.message, "MachineSet is ready") }
end
-- Old conditions have a severity, and new ones reasons for what is still on its way.
local waits = found.severity == "Info" or found.severity == "Warning" or patience[found.reason]
if found.status == "False" and not waits then
  return { status = "Degraded", message = explain(found, "MachineSet is not ready") }
end
return { status = "Progressing", message = explain(found, "Waiting for MachineSet") }
