-- uses: map, text, is_stale, waits
-- A backup of Velero. Its phase decides.

local states = {
  New = "Progressing", Queued = "Progressing", ReadyToStart = "Progressing",
  InProgress = "Progressing", WaitingForPluginOperations = "Progressing",
  Finalizing = "Progressing", Completed = "Healthy",
  WaitingForPluginOperationsPartiallyFailed = "Progressing",
  FinalizingPartiallyFailed = "Progressing", PartiallyFailed = "Degraded",
  FailedValidation = "Degraded", Failed = "Degraded", Deleting = "Progressing",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return waits("Waiting for Backup", phase)
end

local message = "Backup is " .. phase
local details = text(status.failureReason, text(map(status.validationErrors)[1], ""))
if details ~= "" then
  message = message .. ": " .. details
end
return { status = states[phase] or "Progressing", message = message }
