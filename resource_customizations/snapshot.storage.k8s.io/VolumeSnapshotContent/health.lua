-- The storage behind a snapshot of a volume. readyToUse and error decide.

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

local failed = map(status.error)
if is_stale(status.observedGeneration) or next(status) == nil then
  return { status = "Progressing", message = "Waiting for status" }
end
if next(failed) ~= nil then
  return { status = "Degraded", message = text(failed.message, "The snapshot failed") }
end
if status.readyToUse == true then
  return { status = "Healthy", message = "Ready to use" }
end
return { status = "Progressing", message = "Waiting for the snapshot to be ready to use" }
