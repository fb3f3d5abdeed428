-- A database in a PostgreSQL cluster of CloudNativePG. status.applied says whether it is there;
-- observedGeneration is written after the first success.

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

if is_stale(status.observedGeneration) or status.applied == nil then
  return { status = "Progressing", message = text(status.message, "Waiting for Database") }
end
if status.applied == true then
  return { status = "Healthy", message = "Database is applied" }
end
if status.observedGeneration == nil then
  return { status = "Progressing", message = text(status.message, "Database is not applied yet") }
end
return { status = "Degraded", message = text(status.message, "Database is not applied") }
