-- uses: map, text, is_stale, condition, explain, waits
-- vitals:profiles combined
-- Where VolSync copies to. Synchronizing decides, and the result of the last mover.

local status = map(obj.status)

if map(obj.spec).paused == true then
  return { status = "Suspended", message = "Replication is paused" }
end
local synchronizing = condition(obj, "Synchronizing")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for the first synchronization", explain(synchronizing, ""))
end
if synchronizing.reason == "Error" then
  return {
    status = "Degraded",
    message = text(synchronizing.message, "The last synchronization has failed"),
  }
end
local mover = map(status.latestMoverStatus)
if mover.result == "Failed" then
  return {
    status = "Degraded",
    message = "The last mover has failed: " .. text(mover.logs, "no logs"),
  }
end
if synchronizing.status == "True" then
  return { status = "Progressing", message = explain(synchronizing, "Synchronizing") }
end
if text(status.lastSyncTime, "") ~= "" then
  return { status = "Healthy", message = "Last synchronized at " .. status.lastSyncTime }
end
return { status = "Progressing", message = "Waiting for the first synchronization" }
