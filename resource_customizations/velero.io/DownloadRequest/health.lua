-- uses: map, text, is_stale
-- vitals:profiles combined
-- A request to Velero for a file of a backup. Its phase decides.

local states = { Processed = "Healthy", New = "Progressing" }

local status = map(obj.status)

local phase = text(status.phase, "")
if is_stale(obj, status.observedGeneration) or phase == "" then
  return { status = "Progressing", message = "Waiting for DownloadRequest" }
end
return { status = states[phase] or "Progressing", message = "DownloadRequest is " .. phase }
