-- uses: map, text, is_stale
-- vitals:profiles combined
-- A Hazelcast cluster. Its phase decides.

local states = {
  Running = "Healthy", Pending = "Progressing", Terminating = "Progressing", Failed =
  "Degraded",
}

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for Hazelcast" }
end

local message = "Hazelcast is " .. phase
local cause = text(status.message, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
