-- A storage backend of Trident. Its last operation decides.

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

if is_stale(status.observedGeneration) or status.lastOperationStatus == nil then
  return { status = "Progressing", message = "Waiting for backend creation" }
end
if status.lastOperationStatus == "Failed" or status.phase == "Lost" then
  return { status = "Degraded", message = text(status.message, "The backend failed") }
end
if status.lastOperationStatus == "Success" then
  return { status = "Healthy", message = text(status.message, "The backend is ready") }
end
return { status = "Progressing", message = text(status.message, "Waiting for backend creation") }
