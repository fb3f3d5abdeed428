-- vitals:profiles combined
-- Dynatrace's agents. The phase decides; a condition that is False says why.

local states = { Running = "Healthy", Deploying = "Progressing", Error = "Degraded" }

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

-- The first condition that is False, or an empty one.
local function failure()
  for _, candidate in ipairs(map(status.conditions)) do
    if map(candidate).status == "False" and not is_stale(candidate.observedGeneration) then
      return candidate
    end
  end
  return {}
end

-- What a condition says: its message, or else its reason.
local function explain(of, otherwise)
  return text(of.message, text(of.reason, otherwise))
end

local phase = text(status.phase, "")
if is_stale(status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for DynaKube" }
end

local message = "DynaKube is " .. phase
local failed = phase == "Running" and {} or failure()
local cause = explain(failed, text(failed.type, ""))
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[phase] or "Progressing", message = message }
