-- Resources of Google Cloud that Config Connector manages: the reason of Ready decides. Config
-- Connector itself reports healthy and errors.

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
  Creating = "Progressing", Deleting = "Progressing", DependencyNotReady = "Suspended",
  Updating = "Progressing",
}

local waiting = "Update in progress"
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end
if status.healthy == true then
  return { status = "Healthy", message = obj.kind .. " is healthy" }
end
if status.healthy == false then
  local problem = text(map(status.errors)[1], obj.kind .. " is not healthy")
  return { status = "Degraded", message = problem }
end

local ready = condition("Ready")
if ready.status == "True" then
  return { status = "Healthy", message = explain(ready, "The resource is up to date") }
end
if ready.status == "False" then
  return { status = health[ready.reason] or "Degraded", message = explain(ready, "Not ready") }
end
return { status = "Progressing", message = explain(ready, waiting) }
