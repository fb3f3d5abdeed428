-- vitals:profiles combined
-- Repairs of Cassandra by Reaper. Its progress decides.

local states = {
  Running = "Healthy", Pending = "Progressing", Deploying = "Progressing",
  Configuring = "Progressing",
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

local progress = text(status.progress, "")

if is_stale(status.observedGeneration) or progress == "" then
  return { status = "Progressing", message = "Waiting for Reaper" }
end

local message = "Reaper is " .. progress
local cause = explain(condition("Ready"), "")
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = states[progress] or "Progressing", message = message }
