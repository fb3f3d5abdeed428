-- A backup of the objects of an application: its state decides, and conditions say what it waits
-- for.

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

local health = {
  Completed = "Healthy", Error = "Degraded", Failed = "Degraded",
}

-- The first condition that is not True: the step that is going on or has failed.
local function step()
  for _, element in ipairs(map(status.conditions)) do
    local candidate = map(element)
    if candidate.status ~= "True" and not is_stale(candidate.observedGeneration) then
      return candidate
    end
  end
  return {}
end

local state = text(status.state, "")
if is_stale(status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Waiting for ResourceBackup" }
end
if health[state] == "Healthy" then
  return { status = "Healthy", message = "ResourceBackup is " .. state }
end
local message = "ResourceBackup is " .. state
local cause = text(status.error, explain(step(), ""))
if cause ~= "" then
  message = message .. ": " .. cause
end
return { status = health[state] or "Progressing", message = message }
