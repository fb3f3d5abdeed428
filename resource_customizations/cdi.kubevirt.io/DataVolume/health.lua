-- A volume that CDI fills with data: its phase decides, and Running says why an import does not
-- get on.

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

-- The condition of a type, or an empty one.
local function condition(name)
  for _, candidate in ipairs(map(status.conditions)) do
    if map(candidate).type == name and not is_stale(candidate.observedGeneration) then
      return candidate
    end
  end
  return {}
end

-- What a condition says: its message, or else its reason.
local function explain(of, otherwise)
  return text(of.message, text(of.reason, otherwise))
end

local health = {
  Succeeded = "Healthy", Failed = "Degraded", Paused = "Suspended",
}

-- Reasons for which the pod that imports does not run.
local broken = {
  CrashLoopBackOff = true, Error = true, ErrImagePull = true, ImagePullBackOff = true,
}

local phase = text(status.phase, "")
local running = condition("Running")
if is_stale(status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for DataVolume" }
end
if health[phase] == "Healthy" then
  return { status = "Healthy", message = "DataVolume is " .. phase }
end
local message = "DataVolume is " .. phase
local cause = explain(running, "")
if cause ~= "" then
  message = message .. ": " .. cause
end
if running.status == "False" and broken[running.reason] then
  return { status = "Degraded", message = message }
end
return { status = health[phase] or "Progressing", message = message }
