-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- Virtual machines that are all alike. ReplicaFailure decides, then the counts.

local status = map(obj.status)

local failed, paused = condition(obj, "ReplicaFailure"), condition(obj, "ReplicaPaused")
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for VirtualMachinePool" }
end
if failed.status == "True" then
  return { status = "Degraded", message = explain(failed, "A replica has failed") }
end
if paused.status == "True" or map(obj.spec).paused == true then
  return { status = "Suspended", message = explain(paused, "VirtualMachinePool is paused") }
end
local replicas, ready = tonumber(status.replicas), tonumber(status.readyReplicas) or 0
if replicas == nil then
  return { status = "Progressing", message = "Waiting for VirtualMachinePool" }
end
local wanted = tonumber(map(obj.spec).replicas) or 1
local message = ready .. " of " .. wanted .. " virtual machines are ready"
if replicas < wanted or ready < wanted then
  return { status = "Progressing", message = message }
end
return { status = "Healthy", message = message }
