-- uses: map, text, is_stale
-- A snapshot of a volume. readyToUse and error decide.

local status = map(obj.status)

local failed = map(status.error)
if is_stale(obj, status.observedGeneration) or next(status) == nil then
  return { status = "Progressing", message = "Waiting for status" }
end
if next(failed) ~= nil then
  return { status = "Degraded", message = text(failed.message, "The snapshot failed") }
end
if status.readyToUse == true then
  return { status = "Healthy", message = "Ready to use" }
end
return { status = "Progressing", message = "Waiting for the snapshot to be ready to use" }
