-- uses: map, text, is_stale, failures
-- A storage backend of Trident. Its last operation decides.

local status = map(obj.status)

if is_stale(obj, status.observedGeneration) or status.lastOperationStatus == nil then
  return { status = "Progressing", message = "Waiting for backend creation" }
end
local phase = text(status.phase, "")
if status.lastOperationStatus == "Failed" or phase == "Lost" or failures[phase] then
  return { status = "Degraded", message = text(status.message, "The backend failed") }
end
-- NetApp/trident, persistent_store/crd/apis/netapp/v1/types.go, BackendPhase.
local known = { [""] = true, Bound = true, Unbound = true, Deleting = true }
if not known[phase] then
  local message = "The backend is " .. phase .. ", which this check does not know"
  return { status = "Progressing", message = message }
end
if status.lastOperationStatus == "Success" then
  return { status = "Healthy", message = text(status.message, "The backend is ready") }
end
return { status = "Progressing", message = text(status.message, "Waiting for backend creation") }
