-- uses: map, text, is_stale
-- vitals:profiles combined
-- A promotion of Kargo. Its phase decides.

local states = {
  Succeeded = "Healthy", Pending = "Progressing", Running = "Progressing", Failed = "Degraded",
  Errored = "Degraded", Aborted = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for Promotion" }
end

local message = "Promotion is " .. phase
local cause = text(status.message, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
