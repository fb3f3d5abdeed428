-- vitals:profiles combined
-- A job of Volcano. The phase of its state decides.

local states = {
  Completed = "Healthy", Running = "Healthy", Pending = "Progressing", Restarting = "Progressing",
  Completing = "Progressing", Terminating = "Progressing", Aborting = "Progressing",
  Aborted = "Suspended", Failed = "Degraded", Terminated = "Degraded",
}

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

local phase = text(map(status.state).phase, "")
if is_stale(status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for Job" }
end

local message = "Job is " .. phase
local details = text(map(status.state).message, text(map(status.state).reason, ""))
if details ~= "" then
  message = message .. ": " .. details
end
return { status = states[phase] or "Progressing", message = message }
