-- A vertex of a pipeline of Numaflow. Its phase decides; while it runs, so do its conditions.

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

-- What a condition says: its message, or else its reason.
local function explain(of, otherwise)
  return text(of.message, text(of.reason, otherwise))
end

-- The first condition that is False, or else the last that is not True, or an empty one.
local function worst()
  local found = {}
  for _, candidate in ipairs(map(status.conditions)) do
    local item = map(candidate)
    local current = not is_stale(item.observedGeneration)
    if current and item.status == "False" then
      return item
    end
    if current and item.status ~= "True" then
      found = item
    end
  end
  return found
end

local phase = text(status.phase, "")
if is_stale(status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for Vertex" }
end

local message = text(status.message, "Vertex is " .. phase)
if phase == "Failed" then
  return { status = "Degraded", message = message }
end
if phase == "Paused" then
  return { status = "Healthy", message = "Vertex is paused" }
end
if phase ~= "Running" then
  return { status = "Progressing", message = message }
end

local unhealthy = worst()
local cause = text(unhealthy.type, "condition") .. ": " .. explain(unhealthy, "no reason given")
if unhealthy.status == "False" then
  return { status = "Degraded", message = cause }
end
if unhealthy.status ~= nil then
  return { status = "Progressing", message = cause }
end
return { status = "Healthy", message = "Vertex is healthy" }
