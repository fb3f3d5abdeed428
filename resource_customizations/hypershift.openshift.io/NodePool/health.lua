-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- The nodes of a hosted cluster. Ready decides, after what only another spec can mend;
-- AllMachinesReady says what is missing.

local status = map(obj.status)

local ready = condition(obj, "Ready")
if is_stale(obj, status.observedGeneration) or #map(status.conditions) == 0 then
  return waits("Waiting for NodePool", explain(ready, ""))
end
local active = condition(obj, "ReconciliationActive")
if active.status == "False" then
  return { status = "Suspended", message = explain(active, "NodePool is paused") }
end
for _, name in ipairs({
  "ValidReleaseImage", "ValidPlatformImage", "ValidMachineConfig", "ValidTuningConfig",
  "ValidMachineTemplate", "UpdateManagementEnabled",
}) do
  local found = condition(obj, name)
  if found.status == "False" then
    return { status = "Degraded", message = explain(found, name .. " is False") }
  end
end
if ready.status == "True" then
  return { status = "Healthy", message = text(ready.message, "NodePool is ready") }
end
local machines = condition(obj, "AllMachinesReady")
if machines.status == "False" then
  return { status = "Progressing", message = explain(machines, "Waiting for machines") }
end
return { status = "Progressing", message = explain(ready, "Waiting for NodePool") }
