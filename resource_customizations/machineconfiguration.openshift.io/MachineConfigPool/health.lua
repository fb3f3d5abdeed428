-- uses: map, is_stale, condition, explain
-- vitals:profiles combined
-- Machines of OpenShift with one configuration. Degraded, Updating and Updated decide, in this
-- order; a pool can be paused.

local status = map(obj.status)

local degraded = condition(obj, "Degraded")
if degraded.status == "True" then
  return { status = "Degraded", message = explain(degraded, "MachineConfigPool is degraded") }
end
if map(obj.spec).paused == true then
  return { status = "Suspended", message = "MachineConfigPool is paused" }
end
local updated = condition(obj, "Updated")
if updated.status == "True" and not is_stale(obj, status.observedGeneration) then
  return { status = "Healthy", message = explain(updated, "MachineConfigPool is updated") }
end
return { status = "Progressing", message = explain(condition(obj, "Updating"), "Waiting for machines") }
