-- uses: map, text, is_stale, waits
-- A run of an analysis: its phase decides. An inconclusive run says neither that the rollout is
-- good nor that it is bad.

local status = map(obj.status)

local health = {
  Pending = "Progressing", Running = "Progressing", Successful = "Healthy", Failed = "Degraded",
  Error = "Degraded", Inconclusive = "Unknown",
}

local sentence = {
  Pending = "Analysis run is pending", Running = "Analysis run is running",
  Successful = "Analysis run completed successfully", Failed = "Analysis run failed",
  Error = "Analysis run had an error", Inconclusive = "Analysis run was inconclusive",
}

-- What the first metric with the phase of the run says, or its name.
local function cause(phase)
  for _, candidate in ipairs(map(status.metricResults)) do
    local metric = map(candidate)
    if metric.phase == phase then
      return text(metric.message, "metric " .. text(metric.name, "without a name"))
    end
  end
  return ""
end

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or health[phase] == nil then
  return waits("Waiting for the analysis run to start", phase)
end
local message = text(status.message, "")
if message == "" and health[phase] ~= "Healthy" then
  message = cause(phase)
end
if message == "" then
  return { status = health[phase], message = sentence[phase] }
end
return { status = health[phase], message = sentence[phase] .. ": " .. message }
