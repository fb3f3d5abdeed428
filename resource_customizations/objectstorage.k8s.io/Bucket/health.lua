-- uses: map, text, is_stale
-- vitals:profiles combined
-- A bucket of an object store. bucketReady or readyToUse decides.

local status = map(obj.status)

-- v1alpha1 has bucketReady; v1alpha2 has readyToUse and the last error, cleared once it is ready.
local ready = status.bucketReady == true or status.readyToUse == true
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for Bucket" }
end
if next(map(status.error)) ~= nil then
  return { status = "Degraded", message = text(map(status.error).message, "Bucket has an error") }
end
if not ready then
  return { status = "Progressing", message = "Waiting for Bucket" }
end
return { status = "Healthy", message = "Bucket is ready" }
