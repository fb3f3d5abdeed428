-- vitals:profiles combined
-- A snapshot of Longhorn. readyToUse decides; error says why it is not.

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

local failure = text(status.error, "")
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Snapshot" }
end
if failure ~= "" then
  return { status = "Degraded", message = failure }
end
if status.readyToUse == true then
  return { status = "Healthy", message = "Snapshot is ready to use" }
end
if status.markRemoved == true then
  return { status = "Progressing", message = "Snapshot is being removed" }
end
return { status = "Progressing", message = "Waiting for Snapshot" }
