-- uses: map, text, is_stale
-- An object store of Ceph: its phase decides.

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for Ceph object store" }
end
if phase == "Ready" or phase == "Connected" then
  return { status = "Healthy", message = "Ceph object store is " .. phase }
end
if phase == "Failure" then
  local cause = text(status.message, "phase is Failure")
  return { status = "Degraded", message = "Ceph object store has failed: " .. cause }
end
return { status = "Progressing", message = "Ceph object store phase is " .. phase }
