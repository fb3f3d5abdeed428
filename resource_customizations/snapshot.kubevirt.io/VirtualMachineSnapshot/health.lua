-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- A snapshot of a virtual machine. Its phase decides; error or Failure says why.

local states = {
  Succeeded = "Healthy", InProgress = "Progressing", Deleting = "Progressing", Failed =
  "Degraded", Unknown = "Unknown",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for VirtualMachineSnapshot", phase)
end

local message = "VirtualMachineSnapshot is " .. phase
local failure = condition(obj, "Failure")
local cause = failure.status == "True" and explain(failure, "") or ""
cause = text(map(status.error).message, cause)
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
