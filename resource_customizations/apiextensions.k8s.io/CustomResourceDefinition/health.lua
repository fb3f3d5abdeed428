-- A CRD is healthy once its names are accepted and it is served, and while its schema is
-- structural.

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

local function answer(health, message, of)
  local cause = text(of.message, "")
  return { status = health, message = cause == "" and message or message .. ": " .. cause }
end

if map(obj.metadata).deletionTimestamp ~= nil then
  return { status = "Progressing", message = "CRD is terminating" }
end
if next(map(status.conditions)) == nil then
  return { status = "Progressing", message = "Status conditions not found" }
end
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for the specification to be observed" }
end

local terminating = condition("Terminating")
if terminating.status == "True" then
  return answer("Progressing", "CRD is terminating", terminating)
end
local names = condition("NamesAccepted")
if names.status == "False" then
  return answer("Degraded", "CRD names have not been accepted", names)
end
local schema = condition("NonStructuralSchema")
if schema.status == "True" then
  return answer("Degraded", "Schema violations found", schema)
end
local established = condition("Established")
if established.status == "True" then
  return { status = "Healthy", message = "CRD is healthy" }
end
-- For a moment after the names were accepted the API is not served yet.
if established.status == "False" and established.reason ~= "Installing" then
  return answer("Degraded", "CRD is not established", established)
end
return answer("Progressing", "CRD is not established yet", established)
