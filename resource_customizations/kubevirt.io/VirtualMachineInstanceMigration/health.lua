-- uses: map, text, is_stale, waits
-- vitals:profiles combined
-- A migration of a virtual machine. Its phase decides.

local states = {
  Succeeded = "Healthy", Pending = "Progressing", Scheduling = "Progressing",
  Scheduled = "Progressing", PreparingTarget = "Progressing", TargetReady = "Progressing",
  Running = "Progressing", WaitingForSync = "Progressing", Synchronizing = "Progressing",
  Failed = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for VirtualMachineInstanceMigration", phase)
end

local message = "VirtualMachineInstanceMigration is " .. phase
local details = text(map(status.migrationState).failureReason, "")
if details ~= "" then
  message = message .. ": " .. details
end
return { status = states[phase] or "Progressing", message = message }
