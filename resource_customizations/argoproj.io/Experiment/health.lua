-- An experiment with versions of an application: its phase decides. An inconclusive experiment
-- says neither that they are good nor that they are bad.

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
  Pending = "Experiment is pending", Running = "Experiment is running",
  Successful = "Experiment is successful", Failed = "Experiment has failed",
  Error = "Experiment had an error", Inconclusive = "Experiment was inconclusive",
}

local phase = text(status.phase, "")
if is_stale(status.observedGeneration) or health[phase] == nil then
  return { status = "Progressing", message = "Waiting for the experiment to start" }
end
local message = text(status.message, "")
if message == "" then
  return { status = health[phase], message = sentence[phase] }
end
return { status = health[phase], message = sentence[phase] .. ": " .. message }
