-- A repository of LogScale: its state decides. NotFound says that LogScale does not have it.

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

local health = {
  Exists = "Healthy", ConfigError = "Degraded", NotFound = "Missing", Unknown = "Unknown",
}

local state = text(status.state, "")
if is_stale(status.observedGeneration) or state == "" then
  return { status = "Progressing", message = "Update in progress" }
end
return { status = health[state] or "Progressing", message = "Component state: " .. state }
