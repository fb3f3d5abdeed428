-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A clone of a virtual machine. Its phase decides.

local states = {
  Succeeded = "Healthy", SnapshotInProgress = "Progressing", CreatingTargetVM = "Progressing",
  RestoreInProgress = "Progressing", Failed = "Degraded", Unknown = "Unknown",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for VirtualMachineClone" }
end

local message = "VirtualMachineClone is " .. phase
local cause = explain(condition(obj, "Ready"), "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
