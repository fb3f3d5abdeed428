-- uses: map, text, is_stale
-- vitals:profiles combined
-- A snapshot of several volumes at once, as the driver has it. readyToUse decides; error says
-- why it is not.

local status = map(obj.status)

local failure = status.error
if is_stale(obj, status.observedGeneration) then
  return { status = "Progressing", message = "Waiting for the snapshot" }
end
if type(failure) == "table" then
  return { status = "Degraded", message = text(failure.message, "The snapshot could not be taken") }
end
if status.readyToUse == true then
  return { status = "Healthy", message = "VolumeGroupSnapshotContent is ready to use" }
end
return { status = "Progressing", message = "Waiting for the snapshot" }
