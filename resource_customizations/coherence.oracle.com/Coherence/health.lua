-- uses: map, text, is_stale, condition, explain
-- vitals:profiles combined
-- A Coherence cluster. Its phase decides; the condition of that name says why.

local states = {
  Ready = "Healthy", Completed = "Healthy", Initialized = "Progressing", Created =
  "Progressing", Waiting = "Progressing", Scaling = "Progressing", RollingUpgrade =
  "Progressing", Starting = "Progressing", Stopped = "Suspended", Failed = "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for Coherence" }
end
local message = "Coherence is " .. phase
local cause = explain(condition(obj, phase), "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
