-- vitals:profiles combined
-- An installation of Eclipse Che. Its phase decides.

local states = {
  Active = "Healthy", RollingUpdate = "Progressing", PendingDeletion = "Progressing",
  Inactive = "Degraded",
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

local che_phase = text(status.chePhase, "")

if is_stale(status.observedGeneration) or che_phase == "" then
  return { status = "Progressing", message = "Waiting for Che" }
end

local message = "Che is " .. che_phase
local cause = text(status.message, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[che_phase] or "Progressing", message = message }
