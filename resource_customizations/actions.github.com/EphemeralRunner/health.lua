-- vitals:profiles combined
-- A runner of GitHub Actions. Its phase decides.

local states = {
  Running = "Healthy", Succeeded = "Healthy", Pending = "Progressing", Failed = "Degraded",
  Outdated = "Degraded",
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

local phase = text(status.phase, "")
if is_stale(status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for EphemeralRunner" }
end

-- A runner that is registered and waits for a job is Pending, too.
if phase == "Pending" and status.ready == true then
  return { status = "Healthy", message = "EphemeralRunner waits for a job" }
end
local message = "EphemeralRunner is " .. phase
local cause = text(status.message, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
