-- vitals:profiles combined
-- Credentials for a bucket of an object store. accessGranted or readyToUse decides.

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

-- v1alpha1 has accessGranted; v1alpha2 has readyToUse and the last error, cleared once it is ready.
local ready = status.accessGranted == true or status.readyToUse == true
if is_stale(status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for BucketAccess" }
end
if next(map(status.error)) ~= nil then
  return { status = "Degraded", message = text(map(status.error).message, "BucketAccess has an error") }
end
if not ready then
  return { status = "Progressing", message = "Waiting for BucketAccess" }
end
return { status = "Healthy", message = "BucketAccess is granted" }
