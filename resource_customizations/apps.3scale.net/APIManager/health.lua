-- An installation of 3scale: Available decides, and the lists of deployments say what it waits
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

-- The names in a list, in one line.
local function names(list)
  local all = ""
  for _, name in ipairs(map(list)) do
    all = all .. (all == "" and "" or ", ") .. text(name, "?")
  end
  return all
end

local waiting = "Waiting for 3scale APIManager status"
local available = condition("Available")
local deployments = map(status.deployments)
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = waiting }
end
if available.status == "True" then
  return { status = "Healthy", message = explain(available, "3scale APIManager is available") }
end
local starting = names(deployments.starting)
if starting ~= "" then
  return { status = "Progressing", message = "Deployments are starting: " .. starting }
end
local stopped = names(deployments.stopped)
if available.status == "False" and stopped ~= "" then
  return { status = "Degraded", message = "Deployments are stopped: " .. stopped }
end
return { status = "Progressing", message = explain(available, waiting) }
