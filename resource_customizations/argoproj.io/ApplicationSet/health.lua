-- A generator of applications. ErrorOccurred and ResourcesUpToDate report whether it could write
-- them, RolloutProgressing whether a progressive sync goes on. How the applications themselves
-- are does not count.

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

local waiting = "Waiting for the status to be reported"
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end

local failed = condition("ErrorOccurred")
if failed.status == "True" then
  return { status = "Degraded", message = explain(failed, "Applications cannot be generated") }
end
local current = condition("ResourcesUpToDate")
if current.status == "False" then
  return { status = "Degraded", message = explain(current, "Applications are not up to date") }
end
local rollout = condition("RolloutProgressing")
if rollout.status == "True" then
  return { status = "Progressing", message = explain(rollout, "A progressive sync is going on") }
end
if current.status == "True" then
  return { status = "Healthy", message = explain(current, "Applications are up to date") }
end
return { status = "Progressing", message = explain(current, waiting) }
