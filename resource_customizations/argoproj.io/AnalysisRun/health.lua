-- A run of an analysis: its phase decides. An inconclusive run says neither that the rollout is
-- good nor that it is bad.

local function map(value)
  return type(value) == "table" and value or {}
end

local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

local status = map(obj.status)
local generation = tonumber(map(obj.metadata).generation)

-- Whether what was observed is older than the object.
local function is_stale(observed)
  return generation ~= nil and (tonumber(observed) or generation) < generation
end

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
if is_stale(status.observedGeneration) or health[phase] == nil then
  return { status = "Progressing", message = "Waiting for the analysis run to start" }
end
local message = text(status.message, "")
if message == "" and health[phase] ~= "Healthy" then
  message = cause(phase)
end
if message == "" then
  return { status = health[phase], message = sentence[phase] }
end
return { status = health[phase], message = sentence[phase] .. ": " .. message }
