-- uses: map, text, is_stale
-- vitals:profiles combined
-- An export of a virtual machine. Its phase decides; one that cannot be made
-- is Skipped.

local states = {
  Ready = "Healthy", Terminated = "Healthy", Skipped = "Degraded", Pending = "Progressing",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for VirtualMachineExport" }
end
return { status = states[phase] or "Progressing", message = "VirtualMachineExport is " .. phase }
