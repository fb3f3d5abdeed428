-- vitals:profiles combined
-- A claim to a bucket of an object store. bucketReady decides.

local function map(value)
  return type(value) == "table" and value or {}
end

local status = map(obj.status)
local generation = tonumber(map(obj.metadata).generation)

-- Whether what was observed is older than the object.
local function is_stale(observed)
  return generation ~= nil and (tonumber(observed) or generation) < generation
end

if is_stale(status.observedGeneration) or status.bucketReady ~= true then
  return { status = "Progressing", message = "Waiting for BucketClaim" }
end
return { status = "Healthy", message = "BucketClaim is ready" }
