-- uses: map, text, is_stale
-- vitals:profiles combined
-- A restore of TiDB. Its phase decides.

local states = {
  Complete = "Healthy", Scheduled = "Progressing", Running = "Progressing",
  RetryFailed = "Progressing", Invalid = "Degraded", Failed = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")

if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for Restore" }
end
return { status = states[phase] or "Progressing", message = "Restore is " .. phase }
