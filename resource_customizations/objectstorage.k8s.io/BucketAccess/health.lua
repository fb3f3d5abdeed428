-- uses: map, text, is_stale
-- vitals:profiles combined
-- Credentials for a bucket of an object store. accessGranted or readyToUse decides.

local status = map(obj.status)

-- v1alpha1 has accessGranted; v1alpha2 has readyToUse and the last error, cleared once it is ready.
local ready = status.accessGranted == true or status.readyToUse == true
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for BucketAccess" }
end
if next(map(status.error)) ~= nil then
  return { status = "Degraded", message = text(map(status.error).message, "BucketAccess has an error") }
end
if not ready then
  return { status = "Progressing", message = "Waiting for BucketAccess" }
end
return { status = "Healthy", message = "BucketAccess is granted" }
