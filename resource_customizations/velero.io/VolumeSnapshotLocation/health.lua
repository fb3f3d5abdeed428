-- uses: map, text, is_stale, waits
-- vitals:profiles combined
-- Where Velero keeps snapshots of volumes. Its phase decides; mostly there is none.

local states = { Available = "Healthy", Unavailable = "Degraded" }

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) then
  return waits("Waiting for VolumeSnapshotLocation", phase)
end
if phase == "" then
  return { status = "Healthy", message = "VolumeSnapshotLocation reports no problem" }
end
return { status = states[phase] or "Progressing", message = "VolumeSnapshotLocation is " .. phase }
