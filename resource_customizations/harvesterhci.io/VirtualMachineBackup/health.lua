-- uses: map, text, is_stale
-- vitals:profiles combined
-- A backup of a virtual machine of Harvester. readyToUse and error decide.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for VirtualMachineBackup" }
end
local failure = map(status.error)
if next(failure) ~= nil then
  return { status = "Degraded", message = text(failure.message, "The backup has failed") }
end
if status.readyToUse == true then
  return { status = "Healthy", message = "VirtualMachineBackup is ready to use" }
end
return { status = "Progressing", message = "Waiting for VirtualMachineBackup" }
