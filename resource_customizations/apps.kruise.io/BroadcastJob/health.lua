-- A job of OpenKruise that runs on every node: its phase decides, and conditions say why it
-- failed.

local function map(value)
  return type(value) == "table" and value or {}
end

local function text(value, otherwise)
  if type(value) == "string" and value ~= "" then
    return value
  end
  return otherwise
end

local spec = map(obj.spec)
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
  completed = "Healthy", failed = "Degraded", paused = "Suspended", running = "Progressing",
}

local phase = text(status.phase, "")
if spec.paused == true then
  return { status = "Suspended", message = "BroadcastJob is paused" }
end
if is_stale(status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for BroadcastJob" }
end
local message = "BroadcastJob is " .. phase
if phase == "failed" then
  message = explain(condition("Failed"), message)
end
if phase == "completed" then
  message = explain(condition("Complete"), message)
end
return { status = health[phase] or "Progressing", message = message }
