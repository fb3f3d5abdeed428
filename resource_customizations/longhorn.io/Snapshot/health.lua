-- uses: map, text, is_stale, waits
-- vitals:profiles combined
-- A snapshot of Longhorn. readyToUse decides; error says why it is not.

local status = map(obj.status)

local failure = text(status.error, "")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for Snapshot", failure)
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
