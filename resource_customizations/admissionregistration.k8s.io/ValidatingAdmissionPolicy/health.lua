-- vitals:profiles combined
-- A policy in CEL. What type checking found decides.

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

if is_stale(status.observedGeneration) or status.observedGeneration == nil then
  return { status = "Progressing", message = "Waiting for the types to be checked" }
end
for _, entry in ipairs(map(map(status.typeChecking).expressionWarnings)) do
  local warning = map(entry)
  local message = text(warning.warning, "does not fit the types")
  return {
    status = "Degraded",
    message = text(warning.fieldRef, "expression") .. ": " .. message,
  }
end
return { status = "Healthy", message = "No expression has a type error" }
