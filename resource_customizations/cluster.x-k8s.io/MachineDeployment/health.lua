-- uses: map, text, is_stale, condition, explain, waits
-- A deployment of machines: its phase decides, and Available says why it failed.

local spec = map(obj.spec)
local status = map(obj.status)

local phase = text(status.phase, "")
local available = condition(obj, "Available")
if spec.paused == true then
  return { status = "Suspended", message = "MachineDeployment is paused" }
end
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for machines", explain(available, ""))
end
if phase == "Failed" then
  return { status = "Degraded", message = explain(available, "MachineDeployment has failed") }
end
if phase ~= "Running" then
  return { status = "Progressing", message = explain(available, "MachineDeployment is " .. phase) }
end
return { status = "Healthy", message = "MachineDeployment is running" }
