-- uses: map, text, is_stale
-- A storage backend of Trident. Its last operation decides.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) or status.lastOperationStatus == nil then
  return { status = "Progressing", message = "Waiting for backend creation" }
end
if status.lastOperationStatus == "Failed" or status.phase == "Lost" then
  return { status = "Degraded", message = text(status.message, "The backend failed") }
end
if status.lastOperationStatus == "Success" then
  return { status = "Healthy", message = text(status.message, "The backend is ready") }
end
return { status = "Progressing", message = text(status.message, "Waiting for backend creation") }
