-- vitals:profiles combined
-- A backup of a virtual machine of Harvester. readyToUse and error decide.

local function map(value)
  return type(value) == "table" and value or {}
end

local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

local status = map(obj.status)
local generation = tonumber(map(obj.metadata).generation)

-- Whether what was observed is older than the object.
local function is_stale(observed)
  return generation ~= nil and (tonumber(observed) or generation) < generation
end

if is_stale(status.observedGeneration) then
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
