-- uses: map, text, is_stale, waits
-- An experiment with versions of an application: its phase decides. An inconclusive experiment
-- says neither that they are good nor that they are bad.

local status = map(obj.status)

local health = {
  Pending = "Progressing", Running = "Progressing", Successful = "Healthy", Failed = "Degraded",
  Error = "Degraded", Inconclusive = "Unknown",
}

local sentence = {
  Pending = "Experiment is pending", Running = "Experiment is running",
  Successful = "Experiment is successful", Failed = "Experiment has failed",
  Error = "Experiment had an error", Inconclusive = "Experiment was inconclusive",
}

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or health[phase] == nil then
  return waits("Waiting for the experiment to start", phase)
end
local message = text(status.message, "")
if message == "" then
  return { status = health[phase], message = sentence[phase] }
end
return { status = health[phase], message = sentence[phase] .. ": " .. message }
